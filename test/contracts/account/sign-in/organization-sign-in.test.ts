import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { EmailDomain } from '../../../../src/domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../../../src/domain/account/open-id/sign-in-provider.ts'
import { AccountStore } from '../../../../src/ports/account/accounts.ts'
import { OrganizationSignInStore } from '../../../../src/ports/account/organization-sign-in.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { addUser } from '../../../support/data/sign-in/add-user.ts'
import { createTenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('OrganizationSignInStore', () => {
  let world: World
  let organizationId: string

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })

  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const newId = () => world.container.get(Ids).next()
  const reads = () => world.container.get(OrganizationSignInStore)
  const domainOf = (changes: Partial<EmailDomain>): EmailDomain => ({
    id: newId(),
    organizationId,
    domain: 'example.com',
    createdAt: world.clock.now(),
    provenAt: null,
    checkedAt: null,
    missingSince: null,
    ...changes,
  })
  const provider = (changes: Partial<SignInProvider> = {}): SignInProvider => ({
    organizationId,
    id: newId(),
    issuer: 'https://sso.example.com',
    clientId: 'spindle',
    encryptedSecret: 'encrypted',
    defaultRole: 'viewer',
    admitsNew: true,
    requiredAt: null,
    createdAt: world.clock.now(),
    ...changes,
  })

  it('keeps the domains of an organization by name, each once', async () => {
    const [first, second] = [domainOf({ domain: 'b.example' }), domainOf({ domain: 'a.example' })]
    for (const domain of [first, second]) await run((tx) => tx.organizationSignIn.addDomain(domain))
    await expect(
      run((tx) => tx.organizationSignIn.addDomain(domainOf({ domain: 'a.example' }))),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await run((tx) => tx.organizationSignIn.domainsOf(organizationId))).toEqual([second, first])
    expect(await run((tx) => tx.organizationSignIn.lockDomain(organizationId, first.id))).toEqual(first)
    expect(await run((tx) => tx.organizationSignIn.lockDomain(newId(), first.id))).toBeNull()
    for (const { id } of [first, second]) await run((tx) => tx.organizationSignIn.removeDomain(id))
    expect(await reads().of(organizationId)).toEqual({ domains: [], provider: null })
  })

  it('finds the provider of a proven domain, and hands each unchecked domain out once', async () => {
    const domain = domainOf({ domain: 'proven.example' })
    const stored = provider()
    await run(async (tx) => {
      await tx.organizationSignIn.addDomain(domain)
      await tx.organizationSignIn.saveProvider(stored)
    })
    expect(await reads().providerOf(domain.domain)).toBeNull()
    const now = world.clock.now()
    const proven = { ...domain, provenAt: now, checkedAt: now }
    await run((tx) => tx.organizationSignIn.saveDomain(proven))
    expect(await reads().providerOf(domain.domain)).toEqual(stored)
    expect([await reads().providerById(stored.id), await reads().providerById(newId())]).toEqual([
      stored,
      null,
    ])
    expect(await run((tx) => tx.organizationSignIn.provider(organizationId))).toEqual(stored)
    const later = new Date(now.getTime() + 1)
    expect(await reads().takeUnchecked(now, later, 5)).toEqual([])
    expect(await reads().takeUnchecked(later, later, 5)).toEqual([{ ...proven, checkedAt: later }])
    expect(await reads().takeUnchecked(later, later, 5)).toEqual([])
    await run((tx) => tx.organizationSignIn.removeDomain(domain.id))
  })

  it('lets one organization prove a domain', async () => {
    const other = await createTenant(world)
    const theirs = domainOf({ domain: 'both.example', organizationId: other.organizationId })
    const own = domainOf({ domain: 'both.example' })
    for (const domain of [theirs, own]) await run((tx) => tx.organizationSignIn.addDomain(domain))
    const proven = (domain: EmailDomain) =>
      run((tx) => tx.organizationSignIn.saveDomain({ ...domain, provenAt: world.clock.now() }))
    await proven(theirs)
    await expect(proven(own)).rejects.toMatchObject({ code: 'CONFLICT' })
    // Removes the domain, because another test takes the proven domains of all organizations.
    await run((tx) => tx.organizationSignIn.removeDomain(theirs.id))
  })

  it('knows a member by one subject, until the subjects or the provider are removed', async () => {
    const { id: userId } = await addUser(world, organizationId)
    const at = world.clock.now()
    const link = (subject: string) =>
      run((tx) => tx.organizationSignIn.linkMember(organizationId, subject, userId, at))
    const known = (subject: string) => run((tx) => tx.organizationSignIn.memberBy(organizationId, subject))
    await link('ada')
    expect([await known('ada'), await known('eve')]).toEqual([userId, null])
    await expect(link('eve')).rejects.toMatchObject({ code: 'CONFLICT' })
    await run((tx) => tx.organizationSignIn.forgetSubjects(organizationId))
    await link('eve')
    expect([await known('ada'), await known('eve')]).toEqual([null, userId])
    await run((tx) => tx.organizationSignIn.saveProvider(provider()))
    await run((tx) => tx.organizationSignIn.removeProvider(organizationId))
    expect([await known('eve'), (await reads().of(organizationId)).provider]).toEqual([null, null])
  })

  it('notes removed members until a user with the address is added', async () => {
    const { accounts, email } = { accounts: world.container.get(AccountStore), email: 'grace@example.com' }
    const at = world.clock.now()
    const removed = (address = email, subject = 'nobody') =>
      run((tx) => tx.organizationSignIn.wasRemoved(organizationId, { email: address, subject }))
    const noted = { organizationId, email }
    for (let times = 0; times < 2; times++) await run((tx) => tx.organizationSignIn.noteFormer(noted, at))
    expect([await removed(), await removed('other@example.com')]).toEqual([true, false])
    const user = await addUser(world, organizationId, { email, name: 'Grace', role: 'viewer' })
    expect([await removed(), (await accounts.findByEmail(email))?.users]).toEqual([false, [user]])
    await run((tx) => tx.organizationSignIn.linkMember(organizationId, 'grace', user.id, at))
    await run((tx) => tx.organizationSignIn.noteRemoved(user, at))
    expect([await removed(), await removed('other@example.com', 'grace')]).toEqual([true, true])
    await run((tx) => tx.organizationSignIn.forgetSubjects(organizationId))
    expect([await removed(), await removed('other@example.com', 'grace')]).toEqual([true, false])
  })
})
