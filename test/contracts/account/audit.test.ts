import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Actor, operator, service } from '../../../src/domain/account/audit/actor.ts'
import type { AuditEntry, AuditEvent } from '../../../src/domain/account/audit/audit-entry.ts'
import type { AuditFilter } from '../../../src/domain/account/audit/audit-filter.ts'
import type { DraftPart } from '../../../src/domain/spinner/draft-parts.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('AuditStore', () => {
  let world: World
  let log: AuditStore
  let organizationId: string
  let began: string

  beforeAll(async () => {
    world = await createWorld()
    log = world.container.get(AuditStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    began = '2026-11-20T12:00:00.000Z'
    world.clock.set(began)
    organizationId = (await createTenant(world)).organizationId
  })

  const newId = () => world.container.get(Ids).next()
  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const event = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
    action: 'apiKey.created',
    organizationId,
    by: operator,
    subject: { kind: 'apiKey', id: newId(), name: 'CRM' },
    ...changes,
  })
  const add = (...events: AuditEvent[]) =>
    run(async (tx) => {
      for (const auditEvent of events) await tx.audit.add(auditEvent)
    })
  const list = async (changes: Partial<AuditFilter> = {}, limit = 100): Promise<readonly AuditEntry[]> =>
    (await pagesOf((page) => log.list({ ...anyEntry, organizationId, ...changes }, page), limit)).flat()
  const actions = async (changes: Partial<AuditFilter>) => (await list(changes)).map(({ action }) => action)
  const later = (minutes: number) => world.clock.set(at(minutes))
  const at = (minutes: number) => new Date(new Date(began).getTime() + minutes * 60_000).toISOString()

  const from = { requestId: 'request-1', ipAddress: '2001:db8:0:0::/64' }
  it.each<Actor>([
    { kind: 'user', userId: newUuid(), email: 'ü+ada@example.com', ...from },
    { kind: 'apiKey', apiKeyId: newUuid(), name: 'CRM', ...from },
    { kind: 'anonymous', ...from, requestId: null },
    operator,
    service,
  ])('keeps what $kind did, as it was reported', async (by) => {
    const reported = event({
      by,
      before: { planId: 'starter' },
      after: { scopes: ['ingest'], expiresAt: null },
    })
    await add(reported)
    expect(await list()).toEqual([{ ...reported, id: expect.any(String), at: world.clock.now() }])
  })

  it('keeps several entries at once, as one by one', async () => {
    const reported = [
      event({ before: { planId: 'starter' }, after: { scopes: ['ingest'], expiresAt: null } }),
      event({ by: service, subject: { kind: 'link', id: null, name: null } }),
    ]
    await run((tx) => tx.audit.addAll(reported))
    await run((tx) => tx.audit.addAll([]))
    const stored = (await list()).toReversed()
    expect(stored).toEqual(
      reported.map((auditEvent) => ({
        before: null,
        after: null,
        ...auditEvent,
        id: expect.any(String),
        at: world.clock.now(),
      })),
    )
  })

  it('keeps an entry without an organization, a name, a value before and a value after', async () => {
    const apiKeyId = newUuid()
    const by: Actor = { kind: 'apiKey', apiKeyId, name: 'CRM', ...from }
    const reported = event({ organizationId: null, by, subject: { kind: 'link', id: null, name: null } })
    await add(reported)
    const unset = { before: null, after: null }
    expect(await list({ organizationId: null, actor: apiKeyId })).toEqual([
      { ...reported, ...unset, id: expect.any(String), at: world.clock.now() },
    ])
  })

  it('keeps an entry together with its change, or neither', async () => {
    const project = { id: newId(), organizationId, name: 'Spring', createdAt: world.clock.now() }
    const failed = run(async (tx) => {
      await tx.projects.add(project)
      await tx.audit.add(event())
      throw new Error('afterwards')
    })
    await expect(failed).rejects.toThrow('afterwards')
    expect(await list()).toEqual([])
    expect(await run((tx) => tx.projects.lock(organizationId, project.id))).toBeNull()
  })

  it('lists the newest first, in pages without repetitions or gaps', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const named of names) await add(event({ subject: { kind: 'apiKey', id: null, name: named } }))
    const pages = await list({}, 2)
    expect(pages.map(({ subject }) => subject.name)).toEqual(names.toReversed())
  })

  it('lists the entries of one organization and of no other', async () => {
    await add(event(), event({ organizationId: (await createTenant(world)).organizationId }))
    expect(await list()).toHaveLength(1)
  })

  it('lists by action, and by the prefix of several actions', async () => {
    await add(event(), event({ action: 'apiKey.revoked' }), event({ action: 'signIn.failed' }))
    expect(await actions({ action: 'apiKey.' })).toEqual(['apiKey.revoked', 'apiKey.created'])
    expect(await actions({ action: 'apiKey.revoked' })).toEqual(['apiKey.revoked'])
    expect(await actions({ action: '%' })).toEqual([])
  })

  it('lists by time, from one time (inclusive) to another (exclusive)', async () => {
    for (const minutes of [1, 2, 3]) {
      later(minutes)
      await add(event({ subject: { kind: 'apiKey', id: null, name: String(minutes) } }))
    }
    const between = { since: new Date(at(2)), until: new Date(at(3)) }
    expect((await list(between)).map(({ subject }) => subject.name)).toEqual(['2'])
    expect(await list({ since: new Date(at(3)) })).toHaveLength(1)
    expect(await list({ until: new Date(at(1)) })).toEqual([])
  })

  it('lists by account: what a user did, and what was done to the user', async () => {
    const account = `${newId()}@example.com`
    await add(
      event({ by: { kind: 'user', userId: newId(), email: account, ...from } }),
      event({ action: 'signIn.failed', subject: { kind: 'account', id: null, name: account } }),
      event({ action: 'account.created', after: { email: account } }),
      event({ action: 'signOut' }),
    )
    expect(await actions({ account })).toEqual(['account.created', 'signIn.failed', 'apiKey.created'])
  })

  it('lists by the name and the id of an API key that acted', async () => {
    const apiKeyId = newUuid()
    await add(event({ by: { kind: 'apiKey', apiKeyId, name: 'Middleware', ...from } }), event())
    expect(await list({ actor: apiKeyId })).toHaveLength(1)
    expect(await list({ actor: 'Middleware' })).toHaveLength(1)
    expect(await list({ actor: 'middle' })).toEqual([])
  })

  it('finds one matching entry among six thousand others', async () => {
    const wanted = event({ action: 'plan.changed' })
    await add(wanted, ...Array.from({ length: 6_000 }, () => event()), wanted)
    const found = await list({ action: 'plan.' }, 10)
    expect(found.map(({ subject }) => subject)).toEqual([wanted.subject, wanted.subject])
    expect(await list({ action: 'plan.', since: new Date(at(1)) }, 10)).toEqual([])
  })

  it('refuses an invalid cursor', async () => {
    await expect(log.list(anyEntry, { limit: 2, after: '5' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })

  it('tells which parts of a draft an actor has changed since a time', async () => {
    const spinnerId = newId()
    const ada: Actor = { kind: 'user', userId: newUuid(), email: 'ada@example.com', ...from }
    const key: Actor = { kind: 'apiKey', apiKeyId: newUuid(), name: 'CRM', ...from }
    const changed = (by: Actor, ...parts: readonly DraftPart[]) =>
      event({
        action: 'spinner.changed',
        by,
        subject: { kind: 'spinner', id: spinnerId, name: 'W' },
        after: { parts },
      })
    await add(changed(ada, 'name'))
    later(1)
    const other = { kind: 'spinner', id: newId(), name: 'W' } as const
    await add(
      changed(ada, 'steps', 'exits'),
      changed(key, 'audience'),
      { ...changed(ada, 'starts'), subject: other },
      { ...changed(ada, 'contact'), action: 'spinner.published' },
    )
    const parts = async (by: Actor, since = began) => {
      const which = { organizationId, spinnerId, by, since: new Date(since) }
      return [...(await run((tx) => tx.audit.draftPartsChangedBy(which)))].toSorted()
    }
    expect(await parts(ada)).toEqual(['exits', 'steps'])
    expect(await parts(ada, at(-1))).toEqual(['exits', 'name', 'steps'])
    expect(await parts(key)).toEqual(['audience'])
    expect(await parts(operator)).toEqual([])
  })

  it('deletes entries older than a given time, the oldest first and in batches', async () => {
    // The times of this test's audit entries are years before all other entries of the test service, so that
    // only these entries are deleted.
    const named = (no: number) => event({ subject: { kind: 'apiKey', id: null, name: String(no) } })
    for (const no of [1, 2, 3]) {
      world.clock.set(`2020-01-0${no}T00:00:00.000Z`)
      await add(named(no))
    }
    const before = new Date('2020-01-03T00:00:00.000Z')
    expect(await run((tx) => tx.audit.forget(before, 1))).toBe(1)
    expect((await list()).map(({ subject }) => subject.name)).toEqual(['3', '2'])
    expect(await run((tx) => tx.audit.forget(before, 5))).toBe(1)
    expect(await run((tx) => tx.audit.forget(before, 5))).toBe(0)
    expect((await list()).map(({ subject }) => subject.name)).toEqual(['3'])
  })

  it('deletes nothing if the transaction is rolled back', async () => {
    await add(event())
    const failed = run(async (tx) => {
      await tx.audit.forget(new Date(at(1)), 100_000)
      throw new Error('afterwards')
    })
    await expect(failed).rejects.toThrow('afterwards')
    expect(await list()).toHaveLength(1)
  })
})

function newUuid(): string {
  return crypto.randomUUID()
}
