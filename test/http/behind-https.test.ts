import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../support/api.ts'
import { signUp } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let api: Api
let secure: Api

beforeAll(async () => {
  world = await createWorld('memory')
  api = await createApi(world)
  secure = await createApi(world, { publicApiUrl: 'https://spindle.example.com', metricsPort: 9464 })
})
afterAll(async () => {
  await api.close()
  await secure.close()
  await world.close()
})

const answers = ['/healthz', '/api/v1/nothing/here', '/docs', '/openapi.json']

describe('where PUBLIC_API_URL is https', () => {
  it.each(answers)('%s tells browsers to come by https alone', async (path) => {
    const { headers } = await fetch(secure.url + path)
    expect(headers.get('strict-transport-security')).toBe('max-age=15552000')
  })

  it('the cookie of a session belongs to this host alone', async () => {
    const { email, password } = await signUp(secure)
    const json = { email, password }
    const reply = await secure.ask('/api/v1/auth/login', { method: 'POST', json })
    const token = String(reply.body['token'])
    expect(reply.headers.get('set-cookie')).toBe(
      `__Host-spindle_session=${token}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict; Secure`,
    )
    const headers = { cookie: `spindle_session=planted; __Host-spindle_session=${token}` }
    expect((await secure.ask('/api/v1/auth/session', { headers })).status).toBe(200)
  })
})

describe('where it is http', () => {
  it.each(answers)('%s says nothing of https', async (path) => {
    const { headers } = await fetch(api.url + path)
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

describe('where the metrics have a port of their own', () => {
  it('they are not among the routes', async () => {
    expect((await fetch(`${secure.url}/metrics`)).status).toBe(404)
    expect(secure.document.paths['/metrics']).toBeUndefined()
    expect((await fetch(`${api.url}/metrics`)).status).toBe(200)
  })
})

describe('what a request expects', () => {
  const asked = (expectation: string) =>
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

  it('can be to go on', async () => {
    expect(await asked('100-continue')).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /)
  })

  it('is refused in the one error body where it is anything else', async () => {
    const answer = await asked('tea')
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      ok: false,
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '#header/Expect' }],
    })
  })
})
