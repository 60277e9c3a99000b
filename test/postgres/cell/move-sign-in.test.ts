import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { EmailDomain } from '../../../src/domain/account/open-id/email-domain.ts'
import { movesOf } from '../../../src/operation/cells/move-organization.ts'
import { OrganizationSignInStore } from '../../../src/ports/account/organization-sign-in.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('an organization with its own sign-in provider that moves to another cell', () => {
  let here: World
  let there: World
  let api: Api
  let count = 0

  beforeAll(async () => {
    here = await createWorld()
    there = await createWorld()
    api = await createApi(here)
    const { rows } = await here.sql.query('select to_jsonb(p) as plan from plans p')
    for (const { plan } of rows)
      await there.sql.query(
        'insert into plans select (jsonb_populate_record(null::plans, $1)).* on conflict do nothing',
        [JSON.stringify(plan)],
      )
  })
  afterAll(async () => {
    await api.close()
    await here.close()
    await there.close()
  })

  const newId = () => here.container.get(Ids).next()
  const providerIn = (world: World, domain: string) =>
    world.container.get(OrganizationSignInStore).providerOf(domain)
  const proven = (organizationId: string, domain: string): EmailDomain => {
    const at = here.clock.now()
    const since = { createdAt: at, provenAt: at, checkedAt: at, missingSince: null }
    return { id: newId(), organizationId, domain, ...since }
  }
  const move = ({ organizationId }: Person) =>
    movesOf(here.container).execute({
      organizationId,
      to: there.databaseUrl,
      cell: 'us2',
      from: null,
      url: null,
      refusedSeconds: 10,
      drainSeconds: 5,
      by: operator,
      tell: () => {},
      tellProxy: async () => {},
    })

  /** Returns an organization with a proven domain and a provider, which knows the owner and a removed member. */
  async function connected() {
    const owner = await signUp(api)
    const { organizationId } = owner
    const domain = `moves${count++}.example`
    const { body } = await owner.ask('GET', '/auth/session')
    const { id: userId } = body['user'] as { id: string }
    const at = here.clock.now()
    const provider = {
      organizationId,
      id: newId(),
      issuer: 'https://sso.example.com',
      clientId: 'spindle',
      encryptedSecret: 'encrypted',
      defaultRole: 'viewer',
      admitsNew: true,
      requiredAt: at,
      createdAt: at,
    } as const
    await here.container.get(UnitOfWork).run(async ({ organizationSignIn }) => {
      await organizationSignIn.addDomain(proven(organizationId, domain))
      await organizationSignIn.saveProvider(provider)
      await organizationSignIn.linkMember(organizationId, 'subject', userId, at)
      await organizationSignIn.noteRemoved({ id: userId, organizationId, email: `grace@${domain}` }, at)
    })
    return { owner, domain, provider, userId }
  }

  it('is found with its provider in the new cell only, with the members whom the provider knows', async () => {
    const { owner, domain, provider, userId } = await connected()
    const { organizationId } = owner
    expect(await move(owner)).toMatchObject({ refusedMs: expect.any(Number) })
    expect(await providerIn(here, domain)).toBeNull()
    expect(await providerIn(there, domain)).toEqual(provider)
    await there.container.get(UnitOfWork).run(async ({ organizationSignIn }) => {
      expect(await organizationSignIn.memberBy(organizationId, 'subject')).toBe(userId)
      const renamed = { email: `other@${domain}`, subject: 'subject' }
      expect(await organizationSignIn.wasRemoved(organizationId, renamed)).toBe(true)
    })
  })

  it('stays if an organization of the other cell has proven its domain', async () => {
    const { owner, domain } = await connected()
    const { organizationId } = there.demo
    await there.container
      .get(UnitOfWork)
      .run((tx) => tx.organizationSignIn.addDomain(proven(organizationId, domain)))
    expect(await move(owner)).toContain(
      `An organization of the other cell has proven the e-mail domain ${domain}`,
    )
    expect(await providerIn(here, domain)).not.toBeNull()
  })
})
