import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { AccountStore, SessionTokens } from '../../../src/ports/account/accounts.ts'
import { Mailer } from '../../../src/ports/account/mailer.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Invitations } from '../../../src/use-cases/account/team/invitations.ts'
import { type Api, createApi } from '../../support/api.ts'
import { CapturingMailer } from '../../support/data/capturing-mailer.ts'
import { addMember, type Person, personWith, signUp } from '../../support/data/person.ts'
import { appCode, turnOnSecondFactor } from '../../support/data/sign-in/second-factor.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a person in several organizations', () => {
  let world: World
  let api: Api
  let mailer: CapturingMailer
  /** The owner of one organization, and of no other. */
  let grace: Person
  /** A person with an organization of their own, who has joined that of Grace as an editor. */
  let ada: Person

  beforeAll(async () => {
    mailer = new CapturingMailer()
    world = await createWorld([provideValue(Mailer, mailer)])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    grace = await signUp(api, { organizationName: 'Difference Engines' })
    ada = await signUp(api)
    await accept(ada, await invited(grace, ada.email))
    mailer.mails.length = 0
  })

  const mailed = (): string => /#([a-z]{3}_\w+)/.exec(mailer.mails.at(-1)?.text ?? '')?.[1] ?? ''
  async function invited(by: Person, email: string, role = 'editor'): Promise<string> {
    await by.do('POST', '/invitations', { email, role })
    return mailed()
  }
  const accept = (person: Person, invitation: string) =>
    person.do('POST', '/auth/invitations/accept', { invitation })
  const signInWithPassword = async (
    { email, password }: Person,
    organizationId?: string,
  ): Promise<Person> => {
    const json = { email, password, ...(organizationId === undefined ? {} : { organizationId }) }
    const { status, body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })
    if (status !== 200) throw new Error(`The sign-in answered ${status} ${String(body['code'])}`)
    return personWith(api, body['token'] as string, email, password, body)
  }
  async function switched(person: Person, organizationId: string): Promise<Person> {
    const body = await person.do('POST', '/auth/switch', { organizationId })
    return personWith(api, body.token, person.email, person.password, body)
  }
  const codeOf = async (person: Person) => (await person.ask('GET', '/auth/session')).body['code'] ?? 'live'
  const actions = async (person: Person) =>
    (await person.do('GET', '/audit')).items.map((one: { action: string }) => one.action)

  it('sees them with the role in each, by name', async () => {
    expect((await ada.do('GET', '/profile')).organizations).toEqual([
      { id: ada.organizationId, name: 'Analytical Engines', role: 'owner', isCurrent: true },
      { id: grace.organizationId, name: 'Difference Engines', role: 'editor', isCurrent: false },
    ])
    expect((await grace.do('GET', '/members')).items).toMatchObject([
      { email: grace.email },
      { email: ada.email, role: 'editor' },
    ])
  })

  it('switches: a session in the other opens, and the present one ends', async () => {
    const there = await switched(ada, grace.organizationId)
    expect(await there.do('GET', '/auth/session')).toMatchObject({
      user: { email: ada.email, role: 'editor' },
      organization: { id: grace.organizationId },
    })
    expect(await codeOf(ada)).toBe('SESSION_REVOKED')
    expect((await there.ask('GET', '/audit')).status).toBe(403)
    const back = await switched(there, ada.organizationId)
    expect([await codeOf(there), await codeOf(back)]).toEqual(['SESSION_REVOKED', 'live'])
    expect((await actions(grace)).slice(0, 2)).toEqual(['signOut', 'signIn.succeeded'])
    expect((await actions(back)).slice(0, 2)).toEqual(['signIn.succeeded', 'signOut'])
  })

  it('cannot switch to an organization of others, nor to the present one', async () => {
    const mary = await signUp(api)
    const codes: unknown[] = []
    for (const organizationId of [mary.organizationId, world.container.get(Ids).next(), ada.organizationId])
      codes.push((await ada.ask('POST', '/auth/switch', { organizationId })).body['code'])
    expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'CONFLICT'])
    expect(await codeOf(ada)).toBe('live')
  })

  it('signs in to the organization of the last sign-in, or to the named one', async () => {
    expect((await signInWithPassword(ada)).organizationId).toBe(ada.organizationId)
    await switched(await signInWithPassword(ada), grace.organizationId)
    expect((await signInWithPassword(ada)).organizationId).toBe(grace.organizationId)
    const named = await signInWithPassword(ada, ada.organizationId)
    expect(named.organizationId).toBe(ada.organizationId)
    const json = { email: ada.email, password: ada.password, organizationId: world.demo.organizationId }
    const { status, body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })
    expect([status, body['code']]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  it('keeps a session in each: signing in to one ends no session in the other', async () => {
    const other = await signInWithPassword(ada, grace.organizationId)
    expect([await codeOf(ada), await codeOf(other)]).toEqual(['live', 'live'])
    await signInWithPassword(ada, grace.organizationId)
    expect([await codeOf(ada), await codeOf(other)]).toEqual(['live', 'SESSION_REPLACED'])
  })

  it('is one of two switches at once, with one session that goes on', async () => {
    const { organizationId } = grace
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ada.ask('POST', '/auth/switch', { organizationId })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) if (status !== 200) expect(body['code']).toBe('SESSION_REVOKED')
  })

  describe('who leaves one of them', () => {
    const leave = (person: Person) => person.ask('POST', '/profile/leave', { email: person.email })

    it('continues in the other, with the account and its password', async () => {
      const there = await switched(ada, grace.organizationId)
      const left = await leave(there)
      expect([left.status, left.body]).toEqual([
        200,
        expect.objectContaining({ organization: expect.objectContaining({ id: ada.organizationId }) }),
      ])
      const back = personWith(api, left.body['token'] as string, ada.email, ada.password, left.body)
      expect((await back.do('GET', '/profile')).organizations).toMatchObject([{ isCurrent: true }])
      expect([await codeOf(there), await codeOf(back)]).toEqual(['UNAUTHENTICATED', 'live'])
      expect((await actions(back)).slice(0, 1)).toEqual(['signIn.succeeded'])
      expect((await actions(grace)).slice(0, 1)).toEqual(['member.left'])
      expect((await signInWithPassword(ada)).organizationId).toBe(ada.organizationId)
    })

    it('is one of two requests at once, and one of two organizations at once', async () => {
      const other = await signInWithPassword(ada, grace.organizationId)
      await addMember(api, world.container, ada.organizationId, 'owner')
      const answers = await Promise.all([leave(ada), leave(other), leave(ada), leave(other)])
      for (const { status } of answers) expect([200, 204, 401]).toContain(status)
      expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(0)
      const { status } = await api.ask('/api/v1/auth/sign-in', {
        method: 'POST',
        json: { email: ada.email, password: ada.password },
      })
      expect([200, 401]).toContain(status)
    })

    it('is signed out if only the organization vouches for the session, and keeps the account', async () => {
      const vouched = await vouchedIn(await switched(ada, grace.organizationId))
      expect((await vouched.do('GET', '/profile')).listsAllOrganizations).toBe(false)
      expect((await leave(vouched)).status).toBe(204)
      expect((await signInWithPassword(ada)).organizationId).toBe(ada.organizationId)
    })
  })

  it('signs out everywhere else in all of them, or in one if only that one vouches', async () => {
    const there = await signInWithPassword(ada, grace.organizationId)
    await there.do('POST', '/sessions/end-others')
    expect([await codeOf(ada), await codeOf(there)]).toEqual(['SESSION_REVOKED', 'live'])
    const vouched = await vouchedIn(there)
    const home = await signInWithPassword(ada, ada.organizationId)
    await vouched.do('POST', '/sessions/end-others')
    expect(await Promise.all([there, home, vouched].map(codeOf))).toEqual(['SESSION_REVOKED', 'live', 'live'])
  })

  async function vouchedIn(person: Person): Promise<Person> {
    const { user } = await person.do('GET', '/auth/session')
    const client = { kind: 'console', userAgent: null, ipAddress: null } as const
    const now = world.clock.now()
    const session = newSession(world.container.get(Ids).next(), user.id, now, client, 'organization')
    await world.container.get(UnitOfWork).run((tx) => tx.sessions.start(session, []))
    const token = await world.container.get(SessionTokens).sign(session)
    const organization = { id: person.organizationId }
    return personWith(api, token, person.email, person.password, { organization })
  }

  it('opens no other organization with a sign-in that only one organization vouches for', async () => {
    const vouched = await vouchedIn(ada)
    expect((await vouched.do('GET', '/profile')).organizations).toEqual([
      { id: ada.organizationId, name: 'Analytical Engines', role: 'owner', isCurrent: true },
    ])
    const invitation = await invited(await signUp(api), ada.email)
    for (const [path, json] of [
      ['/auth/switch', { organizationId: grace.organizationId }],
      ['/auth/invitations/accept', { invitation }],
      ['/organizations', { name: 'Another' }],
    ] as const)
      expect([path, (await vouched.ask('POST', path, json)).body['code']]).toEqual([path, 'FORBIDDEN'])
    expect(await codeOf(vouched)).toBe('live')
  })

  it('is told what an invitation is for before it is used, also without an account', async () => {
    const mary = await signUp(api)
    const invitation = await invited(grace, mary.email, 'viewer')
    const view = (token: string) =>
      api.ask('/api/v1/auth/invitations/view', { method: 'POST', json: { invitation: token } })
    const views = [await view(invitation), await view(invitation)]
    for (const { body } of views)
      expect(body).toEqual({
        organizationName: 'Difference Engines',
        email: mary.email,
        role: 'viewer',
        inviterEmail: grace.email,
        expiresAt: expect.any(String),
      })
    await accept(mary, invitation)
    for (const token of [invitation, 'mine', `${invitation}x`]) {
      const { status, body } = await view(token)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    }
  })

  describe('accepts an invitation', () => {
    it('with the invited address only, and repeats the answer for the member', async () => {
      const mary = await signUp(api)
      const invitation = await invited(grace, mary.email, 'viewer')
      const wrong = await ada.ask('POST', '/auth/invitations/accept', { invitation })
      expect([wrong.status, wrong.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      const joined = { id: grace.organizationId, name: 'Difference Engines', role: 'viewer' }
      expect(await accept(mary, invitation)).toEqual(joined)
      expect(await accept(mary, invitation)).toEqual(joined)
      expect((await ada.ask('POST', '/auth/invitations/accept', { invitation })).status).toBe(400)
      expect((await mary.ask('POST', '/auth/invitations/accept', { invitation: 'mine' })).status).toBe(400)
      expect(await codeOf(mary)).toBe('live')
      expect((await grace.do('GET', '/invitations')).items).toEqual([])
      const members: { id: string; email: string }[] = (await grace.do('GET', '/members')).items
      await grace.do('DELETE', `/members/${members.find(({ email }) => email === mary.email)?.id}`)
      expect((await mary.ask('POST', '/auth/invitations/accept', { invitation })).status).toBe(400)
    })

    it('and not by a sign-up, which needs an address without an account', async () => {
      const mary = await signUp(api)
      const invitation = await invited(grace, mary.email)
      const json = { email: mary.email, password: mary.password, name: 'Mary', invitation }
      const { status, body } = await api.ask('/api/v1/auth/sign-up', { method: 'POST', json })
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
      await accept(mary, invitation)
    })

    it('of the operator to create an organization', async () => {
      const invite = { email: ada.email, organizationId: null, by: operator }
      const url = await world.container.get(Invitations).create(invite)
      const invitation = /#(inv_\w+)/.exec(url)?.[1] ?? ''
      expect((await ada.ask('POST', '/auth/invitations/accept', { invitation })).status).toBe(400)
      expect((await grace.ask('POST', '/organizations', { name: 'Hers', invitation })).status).toBe(400)
      expect(await ada.do('POST', '/organizations', { name: 'Looms', invitation })).toMatchObject({
        name: 'Looms',
        role: 'owner',
      })
    })
  })

  it('creates a further organization, which is empty and owned by them', async () => {
    const { id, ...rest } = await ada.do('POST', '/organizations', { name: 'Looms' })
    expect(rest).toEqual({ name: 'Looms', role: 'owner' })
    await ada.do('POST', '/projects', { name: 'Spring campaign' })
    const there = await switched(ada, id)
    expect((await there.do('GET', '/projects')).items).toEqual([])
    expect((await there.do('GET', '/auth/session')).user.name).toBe('Ada Lovelace')
    expect((await there.do('GET', '/profile')).organizations).toHaveLength(3)
  })

  it('keeps the account and the other organization when one is left', async () => {
    const there = await switched(ada, grace.organizationId)
    await there.do('POST', '/profile/leave', { email: ada.email })
    expect(await codeOf(there)).toBe('UNAUTHENTICATED')
    const home = await signInWithPassword(ada)
    expect(home.organizationId).toBe(ada.organizationId)
    expect((await home.do('GET', '/profile')).organizations).toHaveLength(1)
    expect((await grace.do('GET', '/members')).items).toHaveLength(1)
  })

  it('is removed from one organization by its owner, and stays in the other', async () => {
    const { items } = await grace.do('GET', '/members')
    const { id } = items.find(({ email }: { email: string }) => email === ada.email)
    await grace.do('DELETE', `/members/${id}`)
    expect(await codeOf(ada)).toBe('live')
    expect((await ada.ask('POST', '/auth/switch', { organizationId: grace.organizationId })).status).toBe(404)
    await accept(ada, await invited(grace, ada.email, 'viewer'))
    expect((await ada.do('GET', '/profile')).organizations).toHaveLength(2)
  })

  it('has another name in each organization', async () => {
    await ada.do('PATCH', '/profile', { name: 'Ada King' })
    const there = await switched(ada, grace.organizationId)
    expect((await there.do('GET', '/auth/session')).user.name).toBe('Ada Lovelace')
  })

  it('has one password: a new one ends the sessions in all organizations and is noted in each', async () => {
    const there = await signInWithPassword(ada, grace.organizationId)
    const passwords = { currentPassword: ada.password, newPassword: 'another horse battery staple' }
    await ada.do('POST', '/auth/password', passwords)
    expect([await codeOf(ada), await codeOf(there)]).toEqual(['live', 'SESSION_REVOKED'])
    for (const person of [ada, grace]) expect((await actions(person))[0]).toBe('password.changed')
    const [entry] = (await grace.do('GET', '/audit')).items
    const { items } = await grace.do('GET', '/members')
    const { id } = items.find(({ email }: { email: string }) => email === ada.email)
    expect(entry).toMatchObject({ actor: { id, name: ada.email }, subject: { id, name: ada.email } })
  })

  it('has one second factor, which no admin of one organization can reset', async () => {
    const { secret } = await turnOnSecondFactor(ada, world.clock)
    const { items } = await grace.do('GET', '/members')
    const { id, hasSecondFactor } = items.find(({ email }: { email: string }) => email === ada.email)
    expect(hasSecondFactor).toBe(true)
    const reset = await grace.ask('DELETE', `/members/${id}/second-factor`)
    expect([reset.status, reset.body['code']]).toEqual([409, 'CONFLICT'])
    world.clock.advance(60)
    const json = { email: ada.email, password: ada.password, organizationId: grace.organizationId }
    const waiting = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })
    expect(waiting.status).toBe(202)
    const { token } = waiting.body['secondFactor'] as { token: string }
    const code = appCode(secret, world.clock.now())
    const finished = await api.ask('/api/v1/auth/sign-in/second-factor', {
      method: 'POST',
      json: { token, code },
    })
    expect(finished.body['organization']).toMatchObject({ id: grace.organizationId })
  })

  it('must keep the second factor while any of the organizations requires it', async () => {
    await turnOnSecondFactor(grace, world.clock)
    await grace.do('PATCH', '/organization', { requiresSecondFactor: true })
    const there = await switched(ada, grace.organizationId)
    expect(await there.do('GET', '/auth/session')).toMatchObject({ mustSetUpSecondFactor: true })
    const home = await switched(there, ada.organizationId)
    expect(await home.do('GET', '/auth/session')).not.toHaveProperty('mustSetUpSecondFactor')
    const { secret } = await turnOnSecondFactor(home, world.clock)
    world.clock.advance(60)
    const code = appCode(secret, world.clock.now())
    const off = await home.ask('POST', '/profile/second-factor/turn-off', { password: ada.password, code })
    expect([off.status, off.body['code']]).toEqual([409, 'CONFLICT'])
  })

  it('resets the password for all organizations', async () => {
    const { email } = ada
    await api.ask('/api/v1/auth/password-reset', { method: 'POST', json: { email } })
    const json = { token: mailed(), password: 'another horse battery staple' }
    await api.ask('/api/v1/auth/password-reset/confirm', { method: 'POST', json })
    expect(await codeOf(ada)).toBe('SESSION_REVOKED')
    expect((await actions(grace))[0]).toBe('password.reset')
    expect((await world.container.get(AccountStore).findByEmail(email))?.users).toHaveLength(2)
  })

  it('of whom one organization is a test organization’s real one switches from test mode', async () => {
    await ada.do('POST', '/test-mode/enter')
    const there = await switched(ada, grace.organizationId)
    expect((await there.do('GET', '/auth/session')).organization).toMatchObject({ isTestMode: false })
  })

  it('sees no change with one organization', async () => {
    const person = await addMember(api, world.container, grace.organizationId)
    expect((await person.do('GET', '/profile')).organizations).toHaveLength(1)
  })
})
