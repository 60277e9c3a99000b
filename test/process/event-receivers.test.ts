import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import type { Scope } from '../../src/domain/account/api-keys/scope.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { ApiKeys } from '../../src/use-cases/account/api-keys/api-keys.ts'
import { type EventReceiver, startEventReceiver } from '../support/servers/event-receiver.ts'
import { unusedPort } from '../support/servers/unused-port.ts'
import { until } from '../support/until.ts'
import { Deployment } from './deployment.ts'

let deployment: Deployment
let receiver: EventReceiver
let url: string

beforeAll(async () => {
  deployment = await Deployment.create({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1' })
  const port = await unusedPort()
  url = `http://127.0.0.1:${port}/api/v1`
  await Promise.all([deployment.startApi(port), deployment.startWorker()])
})
afterAll(() => deployment.close())
beforeEach(async () => {
  receiver = await startEventReceiver()
})
afterEach(() => receiver.close())

/** Creates an API key for a program that connects to the service. */
async function keyWith(...scopes: readonly Scope[]): Promise<string> {
  const { container, demo } = deployment
  const key = await container.get(ApiKeys).create(
    { organizationId: demo.organizationId, by: operator },
    {
      name: 'Program',
      scopes,
      expiresAt: null,
      requestsPerSecond: null,
      projectIds: null,
      allowedNetworks: null,
    },
  )
  return key.secret
}

/** Calls the API over HTTP with a key, as a program does. */
async function call(key: string, method: string, path: string, json?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, any> }
}

/** Appends records, and returns the number of them. */
async function ingest(count: number): Promise<void> {
  const { apiKey, dataTableId } = deployment.demo
  const records = Array.from({ length: count }, (_, index) => ({
    name: 'Ada',
    phone: '+12025550100',
    account_id: `A-${index}`,
    email: `person${index}@example.com`,
  }))
  const { status } = await call(apiKey, 'POST', '/public/ingest', { dataTableId, records })
  expect(status).toBe(201)
}

/** Returns the ids of the events in the requests that the receiver got, in their order. */
function eventIds(): string[] {
  return receiver.received.map(({ body }) => (JSON.parse(body) as { readonly id: string }).id)
}

describe('a running service', () => {
  it('serves a program like Zapier: it tests its key, subscribes, verifies events and unsubscribes', async () => {
    const key = await keyWith('events:manage', 'events:read')
    const { body: me } = await call(key, 'GET', '/whoami')
    expect(me).toMatchObject({ kind: 'apiKey', apiKey: { scopes: ['events:manage', 'events:read'] } })
    const subscription = { url: receiver.url, types: ['record.added'] }
    const { status, body } = await call(key, 'POST', '/events/destinations', subscription)
    expect(status).toBe(201)
    await ingest(3)
    await until(() => receiver.received.length === 3)
    for (const { body: sent, headers } of receiver.received) {
      const event = new Webhook(body['secret']).verify(sent, headers as Record<string, string>)
      expect(event).toMatchObject({
        id: headers['webhook-id'],
        type: 'record.added',
        data: { dataTableId: deployment.demo.dataTableId },
      })
    }
    const { body: feed } = await call(key, 'GET', '/events?types=record.added')
    expect(feed['items'].map(({ id }: { readonly id: string }) => id)).toEqual(eventIds())
    const path = `/events/destinations/${body['id']}`
    expect((await call(key, 'DELETE', path)).status).toBe(204)
    expect((await call(key, 'DELETE', path)).status).toBe(404)

    const { body: other } = await call(key, 'POST', '/events/destinations', subscription)
    receiver.answer = () => ({ status: 410 })
    await ingest(2)
    await until(async () => (await call(key, 'GET', `/events/destinations/${other['id']}`)).status === 404)
    expect(receiver.received).toHaveLength(4)
  })

  it('waits for a receiver like Slack, which is slow, busy and broken by turns, and keeps the order', async () => {
    const key = await keyWith('events:manage')
    const { body } = await call(key, 'POST', '/events/destinations', {
      url: receiver.url,
      types: ['record.added'],
    })
    const prompt = await startEventReceiver()
    await call(key, 'POST', '/events/destinations', {
      url: prompt.url,
      types: ['record.added'],
      batchesEvents: true,
    })
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    receiver.answer = async () => {
      const nth = receiver.received.length
      if (nth === 1) await held
      if (nth === 2) return { status: 429, headers: { 'retry-after': '1' }, text: 'rate_limited' }
      return nth === 4 ? { status: 503, text: 'no_service' } : {}
    }
    await ingest(4)
    // A slow receiver does not delay another destination.
    await until(() => prompt.received.length > 0)
    expect(receiver.received.length).toBeLessThanOrEqual(1)
    release()
    // The second event is sent again after 429, and the third one after 503 and five seconds, behind the fourth.
    await until(() => receiver.received.length === 6)
    const ids = eventIds()
    expect([ids[2], ids[5]]).toEqual([ids[1], ids[3]])
    const first = [...new Set(ids)]
    expect(first).toEqual(first.toSorted())
    expect(first).toHaveLength(4)
    const { body: attempts } = await call(
      key,
      'GET',
      `/events/destinations/${body['id']}/attempts?failed=true`,
    )
    expect(attempts['items']).toMatchObject([
      { httpStatus: 503, code: 'RECEIVER_REFUSED', response: 'no_service' },
      { httpStatus: 429, code: 'RECEIVER_BUSY', response: 'rate_limited' },
    ])
    await prompt.close()
  })
})
