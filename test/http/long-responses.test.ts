import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../src/adapters/channels/allowed-private-hosts.ts'
import { FlexibleThrottle } from '../../src/adapters/throttle/flexible-throttle.ts'
import { provideValue } from '../../src/composition/provide.ts'
import { throttleRules } from '../../src/domain/account/sessions/throttle.ts'
import { Throttle } from '../../src/ports/account/throttle.ts'
import { type Api, createApi } from '../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../support/data/person.ts'
import { startEventReceiver } from '../support/servers/event-receiver.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let api: Api
let ada: Person
let own: Workshop

const realNow = Date.now
beforeAll(async () => {
  const few = {
    ...throttleRules,
    destinationRequest: { ...throttleRules.destinationRequest, perAccount: { attempts: 5, seconds: 900 } },
  }
  world = await createWorld([
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1'])),
    provideValue(Throttle, FlexibleThrottle.inMemory(few)),
  ])
  api = await createApi(world)
  ada = await signUp(api)
  own = await createWorkshop(ada)
  // More than the sockets between the test and the service hold, so that an export lasts until it is read.
  const row = `${'x'.repeat(50_000)},x@example.com\n`
  for (let no = 0; no < 8; no++) await ada.import(own.dataTableId, `name,email\n${row.repeat(40)}`)
})
afterEach(() => {
  Date.now = realNow
})
afterAll(() => world.close())

const exportAs = (who: Person | string, path = `/data-tables/${own.dataTableId}/export`) =>
  fetch(`${api.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${typeof who === 'string' ? who : who.token}` },
  })

describe('exports', () => {
  it('of one session are read one at a time, and another session and an API key are not affected', async () => {
    const colleague = await addMember(api, world.container, ada.organizationId)
    const { secret } = await ada.do('POST', '/api-keys', { name: 'Export', scopes: ['records:read'] })
    const first = await exportAs(ada)
    expect(first.status).toBe(200)
    for (const path of [undefined, '/organization/export']) {
      const second = await exportAs(ada, path)
      expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5'])
      expect(await second.json()).toMatchObject({ code: 'RATE_LIMITED' })
    }
    const others = await Promise.all([exportAs(colleague), exportAs(secret)])
    expect(others.map(({ status }) => status)).toEqual([200, 200])
    expect((await exportAs(secret)).status).toBe(429)
    for (const other of [first, ...others]) await other.body?.cancel()
    await until(async () => {
      const next = await exportAs(ada)
      await next.body?.cancel()
      return next.status === 200
    })
  })

  it('of the organization end when the admin is demoted, removed or signs out', async () => {
    const ends: ((admin: Person, id: string) => Promise<unknown>)[] = [
      (_, id) => ada.do('PATCH', `/members/${id}`, { role: 'editor' }),
      (_, id) => ada.do('DELETE', `/members/${id}`),
      (admin) => admin.do('POST', '/auth/sign-out'),
    ]
    for (const end of ends) {
      const admin = await addMember(api, world.container, ada.organizationId, 'admin')
      const { user } = await admin.do('GET', '/auth/session')
      const answer = await exportAs(admin, '/organization/export')
      expect(answer.status).toBe(200)
      await end(admin, user.id)
      const later = realNow() + 6_000
      Date.now = () => later
      await expect(answer.arrayBuffer()).rejects.toThrow()
      Date.now = realNow
    }
  })
})

it('pings and repeats of a destination are limited together, and other destinations are not affected', async () => {
  const receiver = await startEventReceiver()
  const created = { url: receiver.url, types: ['record.added'] }
  const { id } = await ada.do('POST', '/events/destinations', created)
  const { id: otherId } = await ada.do('POST', '/events/destinations', created)
  const ping = (destinationId: string) => ada.ask('POST', `/events/destinations/${destinationId}/ping`)
  for (let no = 0; no < 4; no++) expect((await ping(id)).status).toBe(200)
  const { items } = await ada.do('GET', `/events/destinations/${id}/attempts`)
  const repeat = () => ada.ask('POST', `/events/destinations/${id}/attempts/${items[0].id}/repeat`)
  expect((await repeat()).status).toBe(200)
  for (const refused of [await repeat(), await ping(id)]) {
    expect([refused.status, refused.body['code']]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await ping(otherId)).status).toBe(200)
  await receiver.close()
})
