import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Suppression, suppressionReasons } from '../../../src/domain/contact/suppression.ts'
import { ContactRuleStore, PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('ContactRuleStore: suppressions', () => {
  let world: World
  let rules: ContactRuleStore
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld()
    rules = world.container.get(ContactRuleStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })

  const liftedAt = new Date('2026-11-21T12:00:00.456Z')
  const newId = () => world.container.get(Ids).next()
  const entry = (changes: Partial<Suppression> = {}): Suppression => ({
    id: newId(),
    organizationId,
    email: `${newId()}@example.com`,
    reason: 'added',
    note: null,
    createdAt: new Date('2026-11-20T12:00:00.123Z'),
    ...changes,
  })
  const remove = (ofOrganization: string, id: string) =>
    world.container
      .get(UnitOfWork)
      .run((tx) => tx.contactRules.removeSuppression(ofOrganization, id, liftedAt))
  const added = (suppression: Suppression) =>
    world.container.get(UnitOfWork).run((tx) => tx.contactRules.addSuppression(suppression))
  const add = async (suppression: Suppression) => (await added(suppression)).entry
  const reasonFor = async (of: string, email: string) =>
    (await rules.suppressionOf(of, email))?.reason ?? null
  const list = () => rules.suppressions(organizationId, { limit: 100, after: null })

  it.each(suppressionReasons)('keep an address that was %s, and the reason', async (reason) => {
    const suppression = entry({ reason, email: `ü'+${newId()}@exämple.com` })
    expect(await add(suppression)).toEqual(suppression)
    expect(await reasonFor(organizationId, suppression.email)).toBe(reason)
    expect(await list()).toEqual({ items: [suppression], next: null })
  })

  it('do not find an address that was not added', async () => {
    const { email } = await add(entry())
    for (const other of ['', email.toUpperCase(), ` ${email}`, `%${email}`, 'nobody@example.com'])
      expect(await reasonFor(organizationId, other)).toBeNull()
  })

  it('keep the first reason, and return the existing entry', async () => {
    const first = await add(entry({ reason: 'unsubscribed' }))
    expect(await add(entry({ email: first.email, reason: 'bounced' }))).toEqual(first)
    expect((await list()).items).toEqual([first])
  })

  it('say whether the address and the reason are new', async () => {
    const suppression = entry({ reason: 'unsubscribed' })
    const answers: boolean[][] = []
    for (const reason of ['unsubscribed', 'unsubscribed', 'bounced', 'unsubscribed'] as const) {
      const createdAt = new Date(suppression.createdAt.getTime() + answers.length)
      const { isNew, isNewReason } = await added({ ...suppression, id: newId(), reason, createdAt })
      answers.push([isNew, isNewReason])
    }
    expect(answers).toEqual([
      [true, true],
      [false, false],
      [false, true],
      [false, true],
    ])
  })

  it('return one entry to many who add an address at once', async () => {
    const email = `${newId()}@example.com`
    for (let time = 0; time < 5; time++) {
      const answers = await Promise.all(Array.from({ length: 16 }, () => add(entry({ email }))))
      const { items } = await list()
      expect(items).toHaveLength(1)
      expect(answers).toEqual(answers.map(() => items[0]))
      await remove(organizationId, items[0]?.id ?? '')
    }
  })

  it('belong to one organization', async () => {
    const suppression = await add(entry())
    const { organizationId: stranger } = await createTenant(world)
    expect(await reasonFor(stranger, suppression.email)).toBeNull()
    expect(await remove(stranger, suppression.id)).toBeNull()
    const theirs = entry({ organizationId: stranger, email: suppression.email, reason: 'bounced' })
    expect(await add(theirs)).toEqual(theirs)
    expect(await reasonFor(organizationId, suppression.email)).toBe('added')
  })

  it('are removed once, by their id in any capitalization', async () => {
    const suppression = await add(entry())
    const { id, email } = suppression
    expect(await remove(organizationId, newId())).toBeNull()
    expect(await remove(organizationId, id.toUpperCase())).toEqual(suppression)
    expect(await remove(organizationId, id)).toBeNull()
    expect(await reasonFor(organizationId, email)).toBeNull()
  })

  it('of a domain suppress its addresses, but not those of its subdomains', async () => {
    await add(entry({ email: '@globex.example', note: 'Competitor' }))
    const reason = (email: string) => rules.suppressionOf(organizationId, email)
    expect(await reason('anna@globex.example')).toMatchObject({ id: null, reason: 'added' })
    expect(await reason('anna@mail.globex.example')).toBeNull()
    expect(await reason('anna@notglobex.example')).toBeNull()
  })

  it('are found by a part of the address, the domain or the note', async () => {
    const grace = await add(entry({ email: 'grace@find.example', note: 'Asked by Phone' }))
    const domain = await add(entry({ email: '@find.example' }))
    const idsOf = async (text: string) =>
      (await rules.suppressions(organizationId, { limit: 10, after: null }, text)).items.map(({ id }) => id)
    expect(await idsOf('find.ex')).toEqual([domain.id, grace.id])
    expect(await idsOf('by phone')).toEqual([grace.id])
    expect(await idsOf('nowhere')).toEqual([])
  })

  it('return each reported reason and each removal, newest first', async () => {
    const { email, ...first } = entry({ reason: 'unsubscribed' })
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
    const events = (most = 100) => rules.suppressionEvents(organizationId, email, most)
    await add({ ...first, email, createdAt: at(1) })
    await add({ ...entry({ reason: 'unsubscribed' }), email, createdAt: at(2) })
    await add({ ...entry({ reason: 'bounced' }), email, createdAt: at(3) })
    const { id, reason, createdAt } = { ...first, createdAt: at(1) }
    expect(await rules.suppressionOf(organizationId, email)).toEqual({ id, reason, createdAt })
    await remove(organizationId, first.id)
    const lifted = { kind: 'lifted', at: liftedAt }
    const reported = [lifted, { kind: 'bounced', at: at(3) }, { kind: 'unsubscribed', at: at(1) }]
    expect(await events()).toEqual(reported)
    expect(await events(1)).toEqual([lifted])
    const other = (await createTenant(world)).organizationId
    expect(await rules.suppressionEvents(other, email, 100)).toEqual([])
  })

  it('return nothing of an erased person', async () => {
    const { email } = await add(entry())
    const digest = await world.container.get(PersonDigests).of(organizationId, email)
    await world.container
      .get(UnitOfWork)
      .run((tx) => tx.contactRules.digest({ organizationId, email, digest }))
    expect(await rules.suppressionEvents(organizationId, email, 100)).toEqual([])
  })

  it('do not change if a transaction is rolled back', async () => {
    const stored = await add(entry())
    const run = world.container.get(UnitOfWork).run(async (tx) => {
      await tx.contactRules.removeSuppression(organizationId, stored.id, liftedAt)
      await tx.contactRules.addSuppression(entry())
      throw new Error('afterwards')
    })
    await expect(run).rejects.toThrow('afterwards')
    expect((await list()).items).toEqual([stored])
    expect(await rules.suppressionEvents(organizationId, stored.email, 100)).toMatchObject([
      { kind: 'added' },
    ])
  })

  it('apply to a digest like the address itself, and are no longer listed', async () => {
    const { email, reason, createdAt } = await add(entry({ reason: 'unsubscribed' }))
    const digest = await world.container.get(PersonDigests).of(organizationId, email)
    const unitOfWork = world.container.get(UnitOfWork)
    const address = { organizationId, email, digest }
    expect(await unitOfWork.run((tx) => tx.contactRules.digested(organizationId, digest))).toBeNull()
    expect(await unitOfWork.run((tx) => tx.contactRules.digest(address))).toBe(true)
    expect((await list()).items).toEqual([])
    expect(await reasonFor(organizationId, email)).toBe('unsubscribed')
    expect(await rules.suppressionOf(organizationId, email)).toEqual({ id: null, reason, createdAt })
    const stored = await unitOfWork.run((tx) => tx.contactRules.digested(organizationId, digest))
    expect(stored).toEqual({ reason, createdAt })
    // Tests that a suppression that is added later is folded into the existing digest of its address, which
    // keeps the first reason.
    await add(entry({ email, reason: 'bounced' }))
    expect(await unitOfWork.run((tx) => tx.contactRules.digest(address))).toBe(true)
    expect(await unitOfWork.run((tx) => tx.contactRules.digest(address))).toBe(false)
    expect(await reasonFor(organizationId, email)).toBe('unsubscribed')
    await unitOfWork.run((tx) => tx.contactRules.removeDigest(organizationId, digest))
    expect(await reasonFor(organizationId, email)).toBeNull()
  })

  it('are listed newest first, to the last page and past it', async () => {
    const ids: string[] = []
    for (let no = 0; no < 5; no++) ids.unshift((await add(entry())).id)
    const pages = await pagesOf((page) => rules.suppressions(organizationId, page), 2)
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ])
    const past = { limit: 2, after: ids.at(-1) ?? null }
    expect(await rules.suppressions(organizationId, past)).toEqual({ items: [], next: null })
  })

  it('refuse an invalid cursor', async () => {
    await expect(rules.suppressions(organizationId, { limit: 2, after: '5' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})
