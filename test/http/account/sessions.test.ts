import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe('the sessions of a user', () => {
  let world: World
  let api: Api
  let ada: Person
  let addresses = 0

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world, { trustedProxies: 1 })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ada = await signUp(api)
  })

  const signInWithPassword = async (isConsole: boolean): Promise<string> => {
    const { email, password } = ada
    addresses += 1
    const headers = {
      'user-agent': firefox,
      // Sign-in attempts are limited by client address, so each sign-in of these tests comes from another
      // address.
      'x-forwarded-for': `203.0.113.${addresses}`,
      ...(isConsole ? { 'x-spindle-console': '1' } : {}),
    }
    const reply = await api.ask('/api/v1/auth/sign-in', {
      method: 'POST',
      json: { email, password },
      headers,
    })
    expect(reply.status).toBe(200)
    return String(reply.body['token'])
  }
  const codeFor = async (key: string): Promise<unknown> =>
    (await api.ask('/api/v1/auth/session', { key })).body['code'] ?? 'live'
  const list = async (key: string) =>
    (await api.ask('/api/v1/sessions', { key })).body['items'] as Record<string, unknown>[]

  const allow = (allowsSeveralSessions: boolean, key: string) =>
    api.ask('/api/v1/organization', { method: 'PATCH', key, json: { allowsSeveralSessions } })
  const allowSeveral = async () => allow(true, await signInWithPassword(true))

  describe('by default', () => {
    it('are limited to one: a sign-in replaces the earlier session, at the console and by token alike', async () => {
      const keys: string[] = []
      for (const isConsole of [true, true, false, false, true]) keys.push(await signInWithPassword(isConsole))
      const codes = await Promise.all(keys.map(codeFor))
      const replaced = keys.slice(1).map(() => 'SESSION_REPLACED')
      expect(codes).toEqual([...replaced, 'live'])
      expect(await list(keys[4] ?? '')).toMatchObject([{ kind: 'console', isCurrent: true }])
    })

    it('are limited to one after several sign-ins at once too', async () => {
      const keys = await Promise.all([true, false, true, false].map(signInWithPassword))
      const codes = await Promise.all(keys.map(codeFor))
      expect(codes.filter((code) => code === 'live')).toHaveLength(1)
      expect(codes.filter((code) => code === 'SESSION_REPLACED')).toHaveLength(3)
    })

    it('do not end when another user signs in', async () => {
      const other = await signUp(api)
      await signInWithPassword(true)
      expect(await codeFor(other.token)).toBe('live')
    })
  })

  describe('if an owner allows several devices', () => {
    it('include one for each device at the console, and one token', async () => {
      const changed = await allowSeveral()
      expect([changed.status, changed.body['allowsSeveralSessions']]).toEqual([200, true])
      const [first, second] = [await signInWithPassword(true), await signInWithPassword(true)]
      const [token, nextToken] = [await signInWithPassword(false), await signInWithPassword(false)]
      const codes = await Promise.all([first, second, token, nextToken].map(codeFor))
      expect(codes).toEqual(['live', 'live', 'SESSION_REPLACED', 'live'])
      const sessions = await list(first)
      const ofConsole = sessions.filter(({ kind }) => kind === 'console')
      expect([sessions.length, ofConsole.length]).toEqual([4, 3])
      expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
      expect(sessions[0]).toMatchObject({
        device: 'Firefox on Linux',
        ipAddress: expect.stringMatching(/^203\.0\.113\./),
      })
    })

    it('end when the setting is turned off, except for the session that turned it off', async () => {
      await allowSeveral()
      const [asking, later] = [await signInWithPassword(true), await signInWithPassword(true)]
      expect((await allow(false, asking)).body).toMatchObject({ allowsSeveralSessions: false })
      expect([await codeFor(asking), await codeFor(later)]).toEqual(['live', 'SESSION_REPLACED'])
      expect(await list(asking)).toHaveLength(1)
    })

    it('leave every other user the session of the last sign-in', async () => {
      await allowSeveral()
      const member = await addMember(api, world.container, ada.organizationId)
      const { email, password } = member
      const headers = { 'x-spindle-console': '1' }
      const reply = await api.ask('/api/v1/auth/sign-in', {
        method: 'POST',
        json: { email, password },
        headers,
      })
      const stranger = await signUp(api)
      const asking = await signInWithPassword(true)
      await allow(false, asking)
      const codes = await Promise.all(
        [member.token, String(reply.body['token']), stranger.token].map(codeFor),
      )
      expect(codes).toEqual(['SESSION_REPLACED', 'live', 'live'])
    })

    it('are reduced to one after the setting is turned off while users sign in', async () => {
      await allowSeveral()
      for (let turn = 0; turn < 3; turn += 1) {
        const asking = await signInWithPassword(true)
        const [, ...keys] = await Promise.all([
          allow(false, asking),
          signInWithPassword(true),
          signInWithPassword(true),
          signInWithPassword(true),
        ])
        const codes = await Promise.all([asking, ...keys].map(codeFor))
        expect(codes.filter((code) => code === 'live')).toHaveLength(1)
        const live = [asking, ...keys][codes.indexOf('live')] ?? ''
        await allow(true, live)
      }
    })

    it('can be allowed by an owner but not by an admin', async () => {
      await allowSeveral()
      const admin = await addMember(api, world.container, ada.organizationId, 'admin')
      const refused = await admin.ask('PATCH', '/organization', { allowsSeveralSessions: false })
      expect([refused.status, refused.body['code']]).toEqual([403, 'FORBIDDEN'])
      expect(await admin.do('GET', '/organization')).toMatchObject({ allowsSeveralSessions: true })
      expect(
        await admin.do('PATCH', '/organization', { allowsSeveralSessions: true, name: 'Engines' }),
      ).toMatchObject({ name: 'Engines' })
    })
  })

  it('can be ended one by one, or all except the session that asks', async () => {
    await allowSeveral()
    const [first, second, third] = [
      await signInWithPassword(true),
      await signInWithPassword(true),
      await signInWithPassword(true),
    ]
    const { session } = (await api.ask('/api/v1/auth/session', { key: second })).body as {
      session: { id: string }
    }
    const path = `/api/v1/sessions/${session.id}`
    expect((await api.ask(path, { method: 'DELETE', key: first })).status).toBe(204)
    expect((await api.ask(path, { method: 'DELETE', key: first })).status).toBe(404)
    expect(await codeFor(second)).toBe('SESSION_REVOKED')
    await api.ask('/api/v1/sessions/end-others', { method: 'POST', key: first })
    expect([await codeFor(first), await codeFor(third)]).toEqual(['live', 'SESSION_REVOKED'])
    expect(await list(first)).toHaveLength(1)
  })

  it('show when they were last used, to within minutes', async () => {
    const key = await signInWithPassword(true)
    const seen = async () => (await list(key)).find(({ isCurrent }) => isCurrent)?.['lastSeenAt']
    const before = await seen()
    const later = (minutes: number) =>
      world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString())
    later(4)
    await codeFor(key)
    await world.settle()
    expect(await seen()).toBe(before)
    later(2)
    await codeFor(key)
    await world.settle()
    expect(Date.parse(String(await seen())) - Date.parse(String(before))).toBeGreaterThanOrEqual(5 * 60_000)
  })

  it('belong to a profile whose name the user can change', async () => {
    const person = await signUp(api)
    expect(await person.do('PATCH', '/profile', { name: ' Ada King ' })).toMatchObject({ name: 'Ada King' })
    expect(await person.do('GET', '/profile')).toMatchObject({
      email: person.email,
      role: 'owner',
      hasPassword: true,
      secondFactor: null,
    })
  })
})
