import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { atMoment } from '../../../src/adapters/system/system-clock.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { DeliverEvents } from '../../../src/use-cases/event/destinations/deliver-events.ts'
import { MailDisabledNotices } from '../../../src/use-cases/event/destinations/mail-disabled-notices.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { drivenDestinations } from '../../support/event/driven-destinations.ts'
import { type EventReceiver, startEventReceiver } from '../../support/servers/event-receiver.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

// The body of a response, whose type the contract check has compared with the OpenAPI document.
// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many structures
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

describe('destinations', () => {
  let world: World
  let api: Api
  let ada: Person
  let own: Workshop
  /** The secret of an API key that manages destinations. Unlike a session, the key does not end during a test. */
  let key: string
  let receiver: EventReceiver
  let faults: unknown[]

  beforeAll(async () => {
    const allowed = provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1']))
    world = await createWorld([allowed])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    ada = await signUp(api)
    own = await createWorkshop(ada)
    key = (await ada.do('POST', '/api-keys', { name: 'Zap', scopes: ['events:manage'] })).secret
    receiver = await startEventReceiver()
    faults = []
  })
  afterEach(async () => {
    await receiver.close()
    expect(faults).toEqual([])
  })

  const { later, call, ask, create, write, deliver, bodies, objects, attempts, look } = drivenDestinations(
    () => ({ world, api, organizationId: ada.organizationId, key, receiver, faults }),
  )

  it('receive signed events in their order, from their creation on', async () => {
    const before = await create()
    await write('record.added', ['0'])
    const { id, secret, ...created } = await create({
      types: ['record.added', 'record.added', 'job.started'],
    })
    expect(created).toMatchObject({
      status: 'active',
      types: ['record.added', 'job.started'],
      batchesEvents: false,
    })
    await ask('DELETE', `/${before.id}`)
    await write('record.added', ['1', '2'], own.projectId)
    await write('record.updated', ['3'])
    await write('job.started', ['4'])
    await deliver()
    expect(objects()).toEqual(['1', '2', '4'])
    const [first] = receiver.received
    const event = new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>)
    expect(event).toEqual({
      id: first?.headers['webhook-id'],
      type: 'record.added',
      createdAt: '2026-11-20T12:00:00.000Z',
      organizationId: ada.organizationId,
      projectId: own.projectId,
      object: { type: 'record', id: '1' },
      data: {},
    })
    const [last, , oldest] = await attempts(id)
    expect(last).toMatchObject({ kind: 'event', httpStatus: 200, code: null, response: null, retryAt: null })
    expect(oldest).toMatchObject({ eventId: (event as Body).id, webhookId: (event as Body).id })
    expect(await look(id)).toMatchObject({ failures: 0, deliveredAt: expect.any(String) })
    expect(await look(id)).not.toHaveProperty('secret')
  })

  it('take batches of up to 500 events, with addresses if they ask for them', async () => {
    await create({ types: ['person.unsubscribed'], batchesEvents: true, includesAddresses: true })
    await write(
      'person.unsubscribed',
      Array.from({ length: 700 }, (_, index) => `p${index}`),
    )
    await write('person.unsubscribed', ['last'])
    await deliver()
    expect(bodies().map(({ length }) => length)).toEqual([500, 201])
    expect(bodies()[1].at(-1).data).toEqual({ address: 'last@example.com' })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })

  it('receive only the events of their project', async () => {
    await create({ projectId: own.projectId })
    await write('record.added', ['none'])
    await write('record.added', ['own'], own.projectId)
    await deliver()
    expect(objects()).toEqual(['own'])
  })

  it('get a failed request again after 5 s, 5 min and so on for 28 hours, while later events continue', async () => {
    const { id } = await create()
    receiver.answer = ({ body }) => (body.includes('"bad"') ? { status: 500, text: 'no\0 way' } : {})
    await write('record.added', ['bad', 'good'])
    await deliver()
    expect(objects()).toEqual(['bad', 'good'])
    const [, first] = await attempts(id)
    expect(first).toMatchObject({
      httpStatus: 500,
      code: 'RECEIVER_REFUSED',
      response: 'no\uFFFD way',
      isGivenUp: false,
    })
    for (const ms of [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs]) {
      later(ms - 1)
      await deliver()
      const count = receiver.received.length
      later(ms / 10 + 1)
      await deliver()
      expect(receiver.received).toHaveLength(count + 1)
    }
    const ids = receiver.received
      .filter(({ body }) => body.includes('"bad"'))
      .map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([8, 1])
    expect((await attempts(id, '?failed=true&limit=1'))[0]).toMatchObject({
      kind: 'retry',
      retryAt: null,
      isGivenUp: true,
    })
    expect(await look(id)).toMatchObject({ status: 'active', retries: 0 })
    receiver.answer = () => ({})
    const repeated = await ask('POST', `/${id}/attempts/${first.id}/repeat`)
    expect(repeated).toMatchObject({ kind: 'repeat', httpStatus: 200, webhookId: ids[0] })
    expect(objects().at(-1)).toBe('bad')
  })

  it('keep their events while they fail, and receive them in order when they answer again', async () => {
    const { id } = await create()
    receiver.answer = () => ({ instead: 'cut' })
    await write(
      'record.added',
      Array.from({ length: 20 }, (_, index) => `e${index}`),
    )
    await deliver()
    expect(await look(id)).toMatchObject({ failures: 5, retries: 5, nextAttemptAt: expect.any(String) })
    later(6 * minuteMs)
    await deliver()
    expect((await look(id)).retries).toBe(5)
    expect((await attempts(id))[0]).toMatchObject({ httpStatus: null, code: 'RECEIVER_DISCONNECTED' })
    receiver.answer = () => ({})
    receiver.received.length = 0
    later(2 * hourMs)
    await deliver()
    expect(new Set(objects()).size).toBe(20)
    const fresh = objects().filter((name) => Number(name.slice(1)) >= 5)
    expect(fresh).toEqual(fresh.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))))
    expect(await look(id)).toMatchObject({ failures: 0, retries: 0, failingSince: null, nextAttemptAt: null })
  })

  it('are asked again after the time that a busy receiver names, in the same order', async () => {
    const { id } = await create()
    let busy = true
    receiver.answer = () =>
      busy ? { status: 429, headers: { 'retry-after': '30' }, text: 'rate_limited' } : {}
    await write('record.added', ['1', '2'])
    await deliver()
    later(29_000)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect((await attempts(id))[0]).toMatchObject({
      httpStatus: 429,
      code: 'RECEIVER_BUSY',
      response: 'rate_limited',
    })
    busy = false
    later(5_000)
    await deliver()
    expect(objects()).toEqual(['1', '1', '2'])
  })

  it('do not wait for a slow one, which a stopping runtime leaves without a failure', async () => {
    const slow = await startEventReceiver()
    slow.answer = () => ({ instead: 'hang' })
    const { id } = await create({ url: slow.url })
    await create()
    await write('record.added', ['1', '2', '3'])
    const stop = new AbortController()
    const runtime = world.container.get(DeliverEvents)
    await runtime.begin(stop.signal, ({ error }) => faults.push(error))
    await until(() => receiver.received.length === 3)
    expect(slow.received).toHaveLength(1)
    stop.abort()
    await runtime.ended()
    expect(await look(id)).toMatchObject({ failures: 0, retries: 0 })
    expect(await attempts(id)).toEqual([])
    slow.answer = () => ({})
    await deliver()
    expect(slow.received).toHaveLength(4)
    await slow.close()
  })

  it('are removed by an answer with 410', async () => {
    const { id } = await create()
    receiver.answer = () => ({ status: 410 })
    await write('record.added', ['1', '2'])
    await deliver()
    expect((await call('GET', `/${id}`)).status).toBe(404)
    expect(receiver.received).toHaveLength(1)
  })

  it('are disabled after five days of nothing but failures, and the admins are told', async () => {
    const { id } = await create({ types: ['record.added', 'destination.disabled'] })
    receiver.answer = () => ({ status: 503 })
    await write(
      'record.added',
      Array.from({ length: 300 }, (_, index) => `e${index}`),
    )
    for (let hour = 0; hour < 5 * 24; hour++) {
      await deliver()
      later(hourMs)
    }
    await deliver()
    expect(await look(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    await world.container.get(MailDisabledNotices).execute(new AbortController().signal)
    await world.container.get(MailDisabledNotices).execute(new AbortController().signal)
    const reported = world.mails.filter(
      ({ to, subject }) => to === ada.email && subject.includes('127.0.0.1'),
    )
    expect(reported.map(({ text }) => text)).toEqual([expect.stringContaining('/destinations')])
    receiver.answer = () => ({})
    receiver.received.length = 0
    await write('record.added', ['kept'])
    await deliver()
    expect(receiver.received).toEqual([])
    await ask('POST', `/${id}/resume`)
    await deliver()
    expect(objects().slice(-2)).toEqual([id, 'kept'])
  })

  it('keep their events while they are paused, and deliver or skip them', async () => {
    const { id } = await create()
    expect(await ask('POST', `/${id}/pause`)).toMatchObject({ status: 'paused' })
    await write('record.added', ['1', '2'])
    await deliver()
    expect(receiver.received).toEqual([])
    expect(await ask('POST', `/${id}/resume`)).toMatchObject({ status: 'active' })
    await deliver()
    expect(objects()).toEqual(['1', '2'])
    await ask('POST', `/${id}/pause`)
    await write('record.added', ['3'])
    await ask('POST', `/${id}/resume`, { skip: true })
    await write('record.added', ['4'])
    await deliver()
    expect(objects()).toEqual(['1', '2', '4'])
  })

  it('get past events again, beside new ones', async () => {
    const { id } = await create()
    await write('record.added', ['1', '2', '3'])
    await deliver()
    const [, second] = bodies()
    later(minuteMs)
    const since = { since: second.id }
    expect(await ask('POST', `/${id}/replay`, since)).toMatchObject({ replays: 1 })
    await deliver()
    expect(objects()).toEqual(['1', '2', '3', '2', '3'])
    await write('record.added', ['4'])
    const range = { since: '2026-11-20T12:00:00Z', until: second.id }
    await ask('POST', `/${id}/replay`, range)
    await deliver()
    expect(new Set(objects().slice(5))).toEqual(new Set(['1', '2', '4']))
    expect(await look(id)).toMatchObject({ replays: 0 })
    for (const wrong of ['yesterday', '2026-11-20T12:00:00', '2026-02-30T12:00:00Z']) {
      const refused = await call('POST', `/${id}/replay`, { since: wrong })
      expect([refused.status, refused.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    }
  })

  it('get past events again by the time on the test clock, in test mode', async () => {
    const { organization } = await ada.do('POST', '/test-mode/enter')
    const requested = { name: 'Zap', scopes: ['events:manage'] }
    const { secret } = await ada.do('POST', '/api-keys', requested)
    await ada.do('POST', '/test-mode/leave')
    const test = drivenDestinations(() => ({
      world,
      api,
      organizationId: organization.id,
      key: secret,
      receiver,
      faults,
    }))
    const { id } = await test.create()
    for (const [day, object] of [
      ['2027-01-01', '1'],
      ['2027-01-02', '2'],
      ['2027-01-03', '3'],
    ] as const)
      await atMoment(new Date(day), () => test.write('record.added', [object]))
    await test.deliver()
    const before = test.objects().length
    const again = async (range: object) => {
      await test.ask('POST', `/${id}/replay`, range)
      const { replays } = await test.look(id)
      await test.deliver()
      return [replays, ...test.objects().slice(before)]
    }
    expect(await again({ since: '2027-01-04T00:00:00Z' })).toEqual([0])
    expect(await again({ since: '2027-01-02T00:00:00Z', until: '2027-01-03T00:00:00Z' })).toEqual([1, '2'])
  })

  it('are signed with both secrets for a day after a rotation', async () => {
    const { id, secret: previous } = await create()
    const { secret: present } = await ask('POST', `/${id}/secret/rotate`)
    const isSignedBy = (secret: string) => {
      const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined
      } catch {
        return false
      }
    }
    const ping = () => ask('POST', `/${id}/ping`)
    expect(await ping()).toMatchObject({ kind: 'ping', httpStatus: 200, eventId: null })
    expect(bodies()).toEqual([expect.objectContaining({ type: 'ping', object: { type: 'destination', id } })])
    expect([isSignedBy(present), isSignedBy(previous)]).toEqual([true, true])
    later(24 * hourMs)
    await ping()
    expect([isSignedBy(present), isSignedBy(previous)]).toEqual([true, false])
  })

  it('keep the secret of their receiver if a rotation is repeated within a day', async () => {
    const { id, secret: first } = await create()
    const rotate = (body?: object) => call('POST', `/${id}/secret/rotate`, body)
    const secretOf = ({ body }: Awaited<ReturnType<typeof call>>) => String(body['secret'])
    const signers = async (...secrets: readonly string[]) => {
      await ask('POST', `/${id}/ping`)
      const signed = String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ')
      const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
      return secrets.filter((secret) =>
        signed.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body)),
      )
    }
    expect((await look(id)).previousSecretUntil).toBeNull()
    const second = secretOf(await rotate())
    const endsAt = new Date(world.clock.now().getTime() + 24 * hourMs).toISOString()
    expect((await look(id)).previousSecretUntil).toBe(endsAt)
    const { status, body } = await rotate()
    expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    expect(body['message']).toContain(endsAt)
    expect(await signers(first, second)).toEqual([first, second])
    const third = secretOf(await rotate({ graceSeconds: 0 }))
    expect((await look(id)).previousSecretUntil).toBeNull()
    expect(await signers(first, second, third)).toEqual([third])
    const fourth = secretOf(await rotate({}))
    expect(await signers(third, fourth)).toEqual([third, fourth])
    later(24 * hourMs)
    const fifth = secretOf(await rotate())
    expect(await signers(third, fourth, fifth)).toEqual([fourth, fifth])
  })

  describe('a subscriber like Zapier', () => {
    it('subscribes by key, receives events and unsubscribes', async () => {
      const subscribed = await call('POST', '', { url: receiver.url, types: ['message.replied'] })
      expect(subscribed.status).toBe(201)
      const { id } = subscribed.body as Body
      await write('message.replied', ['1'])
      await deliver()
      expect(objects()).toEqual(['1'])
      expect((await call('DELETE', `/${id}`)).status).toBe(204)
      await write('message.replied', ['2'])
      await deliver()
      expect(objects()).toEqual(['1'])
    })
  })

  it.each([
    ['an unknown type', { types: ['record.add'] }, 'did you mean "record.added"'],
    ['http', { url: 'http://example.com/' }, 'https://'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'public internet'],
    ['a password', { url: 'https://a:b@example.com/' }, 'user name or password'],
  ])('are refused with %s', async (_, changes, words) => {
    const json = { url: receiver.url, types: ['record.added'], ...changes }
    const { status, body } = await call('POST', '', json)
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    expect(JSON.stringify(body)).toContain(JSON.stringify(words).slice(1, -1))
  })

  it('are at most 20 for each organization', async () => {
    for (let count = 0; count < 20; count++) await create()
    const { status } = await call('POST', '', { url: receiver.url, types: ['job.failed'] })
    expect(status).toBe(409)
  })

  it('are disabled if their spinner is deleted, and can be resumed without it', async () => {
    const { id } = await create({ spinnerId: own.spinnerId })
    await ada.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    await ada.do('DELETE', `/spinners/${own.spinnerId}`)
    expect(await look(id)).toMatchObject({ status: 'disabled', disabledReason: 'spinnerDeleted' })
    expect((await call('POST', `/${id}/resume`)).status).toBe(409)
    expect(await ask('PATCH', `/${id}`, { batchesEvents: true })).toMatchObject({ spinnerId: own.spinnerId })
    await ask('PATCH', `/${id}`, { spinnerId: null })
    expect(await ask('POST', `/${id}/resume`)).toMatchObject({ status: 'active' })
  })
})
