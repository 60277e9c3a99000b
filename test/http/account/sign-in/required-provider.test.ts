import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { ResetSecondFactor } from '../../../../src/use-cases/account/second-factor/reset-second-factor.ts'
import { type Api, statuses } from '../../../support/api.ts'
import { addMember, type Person, signUp } from '../../../support/data/person.ts'
import { Authenticator, addPasskey } from '../../../support/data/sign-in/authenticator.ts'
import { OwnProvider } from '../../../support/data/sign-in/own-provider.ts'
import { turnOnSecondFactor } from '../../../support/data/sign-in/second-factor.ts'

const onlyWayIn = expect.stringContaining('the only owner who can sign in if the sign-in provider')

describe('an organization that requires its own provider', () => {
  let own: OwnProvider
  let api: Api

  beforeAll(async () => {
    own = await OwnProvider.start()
    api = own.api
  })
  afterAll(() => own.close())

  const idOf = async ({ email }: Person, by: Person): Promise<string> =>
    (await by.do('GET', '/members')).items.find((one: { email: string }) => one.email === email).id
  const roleOf = async (person: Person, by: Person, role: string) =>
    by.ask('PATCH', `/members/${await idOf(person, by)}`, { role })
  const removed = async (person: Person, by: Person) => by.ask('DELETE', `/members/${await idOf(person, by)}`)
  const reset = async (person: Person, by: Person) =>
    by.ask('DELETE', `/members/${await idOf(person, by)}/second-factor`)
  const leave = (person: Person) => person.ask('POST', '/profile/leave', { email: person.email })
  const isSignedIn = async ({ token }: Person) => (await own.session(token)).status === 200
  const isRequired = async (by: Person) =>
    (await by.do('GET', '/organization/sign-in')).provider.isRequired as boolean

  /**
   * Returns an organization that requires its provider, with an owner who has two-factor sign-in, and an owner who has
   * signed in through the provider and has no other way in.
   */
  async function required() {
    const { owner, domain } = await own.connected()
    const email = `grace@${domain}`
    const { token } = await own.signIn(email)
    const grace = await own.person(token, email)
    await roleOf(grace, owner, 'owner')
    return { owner, grace, domain, app: await own.require(owner) }
  }
  /** Adds an owner with two-factor sign-in to an organization that does not require its provider yet. */
  async function secondOwner({ organizationId }: Person): Promise<Person> {
    const other = await addMember(api, own.world.container, organizationId, 'owner')
    await turnOnSecondFactor(other, own.world.clock)
    return other
  }

  describe('keeps an owner who can sign in without it', () => {
    it('if that owner leaves, gets another role, is removed, or loses the second factor', async () => {
      const { owner, grace } = await required()
      const replies = [
        await leave(owner),
        await roleOf(owner, owner, 'admin'),
        await roleOf(owner, grace, 'viewer'),
        await removed(owner, grace),
        await reset(owner, grace),
      ]
      for (const reply of replies)
        expect(reply).toMatchObject({ status: 409, body: { code: 'CONFLICT', message: onlyWayIn } })
      expect(await isSignedIn(owner)).toBe(true)
    })

    it('and lets them go if another owner has two-factor sign-in, or the provider is not required', async () => {
      const { owner, domain } = await own.connected()
      const other = await secondOwner(owner)
      await own.require(owner)
      expect((await leave(owner)).status).toBe(204)
      expect((await own.signInWithPassword(other.email, other.password)).status).toBe(202)
      const email = `late@${domain}`
      const late = await own.person((await own.signIn(email)).token, email)
      await roleOf(late, other, 'owner')
      expect((await removed(other, late)).status).toBe(409)
      await own.connect(late, { isRequired: false })
      expect((await removed(other, late)).status).toBe(204)
    })

    it('if two of them leave at once', async () => {
      const { owner, domain } = await own.connected()
      const other = await secondOwner(owner)
      const email = `grace@${domain}`
      const grace = await own.person((await own.signIn(email)).token, email)
      await roleOf(grace, owner, 'owner')
      await own.require(owner)
      const replies = await Promise.all([leave(owner), roleOf(other, other, 'viewer')])
      expect(statuses(replies).toSorted((a, b) => a - b)).toEqual([expect.any(Number), 409])
      const { items } = await grace.do('GET', '/members')
      const stored = items.filter(
        ({ role, hasSecondFactor }: { role: string; hasSecondFactor: boolean }) =>
          role === 'owner' && hasSecondFactor,
      )
      expect(stored).toHaveLength(1)
    })

    it('and never refuses to remove owners who have no such way in', async () => {
      const { owner, grace } = await required()
      expect((await roleOf(grace, owner, 'editor')).status).toBe(200)
      expect(await isSignedIn(grace)).toBe(true)
      expect((await removed(grace, owner)).status).toBe(204)
    })
  })

  describe('ends the sessions that it refuses from then on', () => {
    it('of an owner who gets another role', async () => {
      const { owner } = await own.connected()
      const other = await secondOwner(owner)
      await own.require(owner)
      expect(await isSignedIn(other)).toBe(true)
      expect((await roleOf(other, owner, 'admin')).status).toBe(200)
      expect((await own.session(other.token)).body['code']).toBe('SESSION_REVOKED')
      expect(await isSignedIn(owner)).toBe(true)
    })

    it('of an owner whose second factor another owner resets', async () => {
      const { owner } = await own.connected()
      const other = await secondOwner(owner)
      await own.require(owner)
      expect((await reset(other, owner)).status).toBe(204)
      expect((await own.session(other.token)).body['code']).toBe('SESSION_REVOKED')
      const refused = await own.signInWithPassword(other.email, other.password)
      expect(refused.body['code']).toBe('SIGN_IN_PROVIDER_REQUIRED')
      expect(await isRequired(owner)).toBe(true)
    })

    it('of an owner whose second factor the operator resets, if another owner can still sign in', async () => {
      const { owner } = await own.connected()
      const other = await secondOwner(owner)
      await own.require(owner)
      expect(await own.world.container.get(ResetSecondFactor).ofAddress(other.email, operator)).toEqual([])
      expect((await own.session(other.token)).body['code']).toBe('SESSION_REVOKED')
      expect(await isRequired(owner)).toBe(true)
    })
  })

  it('stops requiring it if the operator resets the second factor of the only owner who could sign in', async () => {
    const { owner, grace } = await required()
    const freed = await own.world.container.get(ResetSecondFactor).ofAddress(owner.email, operator)
    expect(freed).toEqual(['Analytical Engines'])
    expect((await own.signInWithPassword(owner.email, owner.password)).status).toBe(200)
    expect(await isRequired(grace)).toBe(false)
    const { items } = await grace.do('GET', '/audit?action=signInProvider.saved')
    expect(items[0]).toMatchObject({
      actor: { kind: 'operator' },
      before: { requiresProvider: true },
      after: { requiresProvider: false },
    })
  })

  describe('refuses a sign-in', () => {
    /** Confirms the address of a person by a mailed link, and signs the person in again. */
    const confirmed = async ({ email, password }: Person): Promise<Person> => {
      await own.resetPassword(email, password)
      const { body } = await own.signInWithPassword(email, password)
      return own.person(String(body['token']), email, password)
    }
    const passkeySignIn = async (device: Authenticator, changes: object = {}) => {
      const begun = await api.ask('/api/v1/auth/passkey/begin', { method: 'POST' })
      const answer = device.get(begun.body['options'] as Parameters<Authenticator['get']>[0])
      const passkey = { ...answer, response: { ...answer.response, ...changes } }
      return api.ask('/api/v1/auth/passkey/finish', { method: 'POST', json: { passkey } })
    }

    it('by a passkey, after the passkey was verified, except of an owner', async () => {
      const { owner } = await own.connected()
      const member = await addMember(api, own.world.container, owner.organizationId)
      const [ofMember, ofOwner] = [new Authenticator(), new Authenticator()]
      await addPasskey(member, ofMember)
      await addPasskey(owner, ofOwner)
      await own.connect(owner, { isRequired: true })
      expect((await passkeySignIn(ofMember, { signature: 'MEUC' })).body['code']).toBe('INVALID_CREDENTIALS')
      expect((await passkeySignIn(ofMember)).body['code']).toBe('SIGN_IN_PROVIDER_REQUIRED')
      expect((await passkeySignIn(ofOwner)).status).toBe(200)
    })

    it("by the operator's provider with a page that says how to sign in, and opens another organization", async () => {
      const { owner } = await own.connected()
      const member = await addMember(api, own.world.container, owner.organizationId)
      await own.require(owner)
      const refused = await own.signInByOperator(member.email)
      expect([refused.status, refused.token]).toEqual([403, ''])
      expect(refused.page).toContain('<h1>Sign in with your organization</h1>')
      const { items } = await owner.do('GET', '/audit?action=signIn.failed')
      expect(items[0]).toMatchObject({ subject: { name: member.email } })
      const both = await confirmed(await signUp(api))
      await owner.do('POST', '/invitations', { email: both.email, role: 'viewer' })
      const invitation = own.mailedInvitation()
      await both.do('POST', '/auth/invitations/accept', { invitation })
      const { token } = await own.signInByOperator(both.email)
      expect((await own.session(token)).body['organization']).toMatchObject({ id: both.organizationId })
    })

    it("by the operator's provider that would remove the only way in, which is a passkey", async () => {
      const { owner: unconfirmed } = await own.connected()
      const owner = await confirmed(unconfirmed)
      const device = new Authenticator()
      await addPasskey(owner, device)
      await own.connect(owner, { isRequired: true })
      const refused = await own.signInByOperator(owner.email)
      expect([refused.status, refused.token]).toEqual([403, ''])
      expect(refused.page).toContain('<h1>First set up an authenticator app</h1>')
      expect((await passkeySignIn(device)).status).toBe(200)
    })

    it('after a mailed link for a new password, which is set all the same', async () => {
      const { owner } = await own.connected()
      const member = await addMember(api, own.world.container, owner.organizationId)
      await own.require(owner)
      const password = `${member.password} again`
      const reply = await own.resetPassword(member.email, password)
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([204, null])
      expect((await own.signInWithPassword(member.email, member.password)).body['code']).toBe(
        'INVALID_CREDENTIALS',
      )
      expect((await own.signInWithPassword(member.email, password)).body['code']).toBe(
        'SIGN_IN_PROVIDER_REQUIRED',
      )
    })

    it('until the provider is removed; sessions of the provider continue', async () => {
      const { owner, domain } = await own.connected()
      const member = await addMember(api, own.world.container, owner.organizationId)
      const email = `grace@${domain}`
      const grace = await own.person((await own.signIn(email)).token, email)
      await own.require(owner)
      expect((await own.signInWithPassword(member.email, member.password)).status).toBe(403)
      await owner.do('DELETE', '/organization/sign-in')
      expect((await own.signInWithPassword(member.email, member.password)).status).toBe(200)
      expect(await isSignedIn(grace)).toBe(true)
    })
  })

  it('asks no second factor of sessions of the provider, though it requires one', async () => {
    const { owner, grace } = await required()
    await owner.do('PATCH', '/organization', { requiresSecondFactor: true })
    expect((await grace.ask('GET', '/members')).status).toBe(200)
    expect((await own.signIn(grace.email)).status).toBe(200)
  })

  it('lets members sign in while it is to be deleted, and admits nobody', async () => {
    const { owner, grace, domain, app } = await required()
    const { name } = await owner.do('GET', '/organization')
    const proof = { password: owner.password, code: app.recoveryCodes[0] }
    await owner.do('POST', '/organization/deletion', { name, ...proof })
    expect((await own.signIn(grace.email)).status).toBe(200)
    const refused = await own.signIn(`late@${domain}`)
    expect([refused.status, refused.page]).toEqual([
      403,
      expect.stringContaining('<h1>The organization is to be deleted</h1>'),
    ])
  })
})
