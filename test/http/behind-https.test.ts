import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { OpenIdCookie } from '../../src/adapters/http/account/open-id/open-id-cookie.ts'
import { type Api, createApi } from '../support/api.ts'
import { signUp } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let api: Api
let secure: Api

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  secure = await createApi(world, { publicApiUrl: 'https://spindle.example.com' })
})
afterAll(async () => {
  await api.close()
  await secure.close()
  await world.close()
})

const answers = ['/healthz', '/api/v1/nothing/here', '/docs', '/openapi.json']

describe('a service with an https PUBLIC_API_URL', () => {
  it.each(answers)('sends HSTS with %s', async (path) => {
    const { headers } = await fetch(secure.url + path)
    expect(headers.get('strict-transport-security')).toBe('max-age=15552000')
  })

  it('sets a session cookie for this host only', async () => {
    const { email, password } = await signUp(secure)
    const json = { email, password }
    const reply = await secure.ask('/api/v1/auth/sign-in', { method: 'POST', json })
    const token = String(reply.body['token'])
    expect(reply.headers.get('set-cookie')).toBe(
      `__Host-spindle_session=${token}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict; Secure`,
    )
    const statusWith = async (cookie: string) =>
      (await secure.ask('/api/v1/auth/session', { headers: { cookie } })).status
    expect(await statusWith(`spindle_session=planted; __Host-spindle_session=${token}`)).toBe(200)
    // Another host of the domain can set a cookie without the prefix, also with the token of its own account.
    expect(await statusWith(`spindle_session=${token}`)).toBe(401)
  })
})

describe('a service with an http PUBLIC_API_URL', () => {
  it.each(answers)('sends no HSTS with %s', async (path) => {
    const { headers } = await fetch(api.url + path)
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

it('a sign-in with a provider is bound to a cookie for this host only', () => {
  const secureCookie = new OpenIdCookie('https://spindle.example.com')
  expect(secureCookie.set('cst_1')['Set-Cookie']).toBe(
    '__Host-spindle_oidc=cst_1; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=Lax',
  )
  expect(secureCookie.stateIn('spindle_oidc=planted')).toBe('')
  expect(secureCookie.stateIn('spindle_oidc=planted; __Host-spindle_oidc=cst_1')).toBe('cst_1')
})

describe('the Expect header', () => {
  const requested = (expectation: string) =>
    new Promise<string>((done) => {
      let answer = ''
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () =>
        socket.write(
          `POST /api/v1/public/ingest HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: ${expectation}\r\nContent-Length: 2\r\n\r\n{}`,
        ),
      )
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('close', () => done(answer))
    })

  it('may be 100-continue', async () => {
    expect(await requested('100-continue')).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /)
  })

  it('is refused in the common error format if it has another value', async () => {
    const answer = await requested('tea')
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      ok: false,
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '#header/Expect' }],
    })
  })
})
