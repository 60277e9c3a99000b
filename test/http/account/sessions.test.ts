import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/person.ts'
import { adapters, createWorld, type World } from '../../support/world.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe.each(adapters)('the sessions of a person on %s', (adapter) => {
  let world: World
  let api: Api
  let ada: Person

  beforeAll(async () => {
    world = await createWorld(adapter)
    api = await createApi(world)
    ada = await signUp(api)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })

  const logIn = async (isConsole: boolean): Promise<string> => {
    const { email, password } = ada
    const headers = { 'user-agent': firefox, ...(isConsole ? { 'x-spindle-console': '1' } : {}) }
    const reply = await api.ask('/api/v1/auth/login', { method: 'POST', json: { email, password }, headers })
    return String(reply.body['token'])
  }
  const codeFor = async (key: string): Promise<unknown> =>
    (await api.ask('/api/v1/auth/session', { key })).body['code'] ?? 'live'
  const list = async (key: string) =>
    (await api.ask('/api/v1/sessions', { key })).body['items'] as Record<string, unknown>[]

  it('of the console are as many as devices; of tokens there is one', async () => {
    const [first, second] = [await logIn(true), await logIn(true)]
    const [token, nextToken] = [await logIn(false), await logIn(false)]
    const codes = await Promise.all([first, second, token, nextToken].map(codeFor))
    expect(codes).toEqual(['live', 'live', 'SESSION_REPLACED', 'live'])
    const sessions = await list(first)
    const ofConsole = sessions.filter(({ kind }) => kind === 'console')
    expect([sessions.length, ofConsole.length]).toEqual([3, 2])
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(sessions[0]).toMatchObject({ device: 'Firefox on Linux', address: '127.0.0.1' })
  })

  it('are ended one by one, or all but the one that asks', async () => {
    const [first, second, third] = [await logIn(true), await logIn(true), await logIn(true)]
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

  it('say when they were last used, to some minutes', async () => {
    const key = await logIn(true)
    const seen = async () => (await list(key)).find(({ isCurrent }) => isCurrent)?.['seenAt']
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

  it('belong to a profile whose name the person changes', async () => {
    const person = await signUp(api)
    expect(await person.do('PATCH', '/profile', { name: ' Ada King ' })).toMatchObject({ name: 'Ada King' })
    expect(await person.do('GET', '/profile')).toMatchObject({
      email: person.email,
      role: 'owner',
      hasPassword: true,
    })
  })
})
