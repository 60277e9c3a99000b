import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { drivenDestinations } from '../../support/event/driven-destinations.ts'
import { type EventReceiver, startEventReceiver } from '../../support/servers/event-receiver.ts'
import { createWorld, type World } from '../../support/world.ts'

const hourMs = 60 * 60_000

describe('destinations that are narrowed after they were used', () => {
  let world: World
  let api: Api
  let ada: Person
  let own: Workshop
  let otherProjectId: string
  /** The secret of an API key for the whole organization. */
  let wide: string
  /** The secret of an API key that is limited to the project of `own`. */
  let narrow: string
  let receiver: EventReceiver
  let other: EventReceiver
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
    otherProjectId = (await ada.do('POST', '/projects', { name: 'Autumn campaign' })).id
    wide = (await ada.do('POST', '/api-keys', { name: 'Zap', scopes: ['events:manage'] })).secret
    const limited = { name: 'Make', scopes: ['events:manage', 'events:read'], projectIds: [own.projectId] }
    narrow = (await ada.do('POST', '/api-keys', limited)).secret
    receiver = await startEventReceiver()
    other = await startEventReceiver()
    faults = []
  })
  afterEach(async () => {
    await Promise.all([receiver.close(), other.close()])
    expect(faults).toEqual([])
  })

  const { later, ask, create, write, deliver, look, attempts, objects } = drivenDestinations(() => ({
    world,
    api,
    organizationId: ada.organizationId,
    key: wide,
    receiver,
    faults,
  }))
  const askNarrow = (method: string, path: string, json?: object) =>
    api.ask(`/api/v1/events/destinations${path}`, { method, key: narrow, ...(json && { json }) })
  const receivedBy = (server: EventReceiver) =>
    server.received.flatMap(({ body }) => [JSON.parse(body)].flat().map(({ object }) => object.id))
  const failing = () => {
    receiver.answer = () => ({ status: 500, body: 'cannot store b1@example.com' })
  }
  /** Writes an event of each project and one of the organization. */
  const writeEvents = async () => {
    await write('record.added', ['a1'], own.projectId)
    await write('record.added', ['b1'], otherProjectId)
    await write('record.added', ['o1'])
  }

  it('send only what the present settings select with a retry', async () => {
    const { id } = await create({ batchesEvents: true })
    failing()
    await write('record.added', ['a1', 'a2'], own.projectId)
    await write('record.added', ['b1'], otherProjectId)
    await write('record.added', ['a3'], own.projectId)
    await deliver()
    await ask('PATCH', `/${id}`, { projectId: own.projectId, includesAddresses: true })
    receiver.received.length = 0
    receiver.answer = () => ({})
    later(hourMs)
    await deliver()
    expect(objects()).toEqual(['a1', 'a2', 'a3'])
    expect(JSON.stringify(receiver.received)).not.toContain('b1@')
    const [latest, first] = await attempts(id)
    expect([latest.events, first.events]).toEqual([3, 4])
    expect(latest.webhookId).not.toBe(first.webhookId)
    expect(await look(id)).toMatchObject({ retries: 0, failures: 0 })
  })

  it('end a retry of which nothing is left', async () => {
    const { id } = await create()
    failing()
    await write('record.added', ['b1'], otherProjectId)
    await deliver()
    await ask('PATCH', `/${id}`, { projectId: own.projectId })
    receiver.received.length = 0
    later(hourMs)
    await deliver()
    expect(receiver.received).toEqual([])
    expect(await look(id)).toMatchObject({ retries: 0 })
  })

  it('lose a retry if a repeat delivers all that the retry may still send', async () => {
    const { id } = await create({ batchesEvents: true })
    failing()
    await write('record.added', ['a1'], own.projectId)
    await write('record.added', ['b1'], otherProjectId)
    await write('record.added', ['a2'], own.projectId)
    await deliver()
    await write('record.added', ['a3'], own.projectId)
    await deliver()
    await ask('PATCH', `/${id}`, { projectId: own.projectId })
    later(10_000)
    await deliver()
    // The two retries have random times, so either may have been made first.
    const narrowed = (await attempts(id)).find(({ events }: { events: number }) => events === 2)
    expect(narrowed).toBeDefined()
    receiver.received.length = 0
    receiver.answer = () => ({})
    // Repeats the retry, which had fewer events than the stored request.
    await ask('POST', `/${id}/attempts/${narrowed.id}/repeat`)
    expect(objects()).toEqual(['a1', 'a2'])
    expect(await look(id)).toMatchObject({ retries: 1 })
    later(hourMs)
    await deliver()
    expect(objects()).toEqual(['a1', 'a2', 'a3'])
    expect(await look(id)).toMatchObject({ retries: 0 })
  })

  it.each([
    ['types', () => ({ types: ['record.updated'] })],
    ['project', () => ({ projectId: own.projectId })],
    ['spinner', () => ({ spinnerId: own.spinnerId })],
  ])('make no earlier request that the present %s exclude', async (_, settings) => {
    const { id } = await create()
    failing()
    await write('record.added', ['b1'], otherProjectId)
    await deliver()
    await ask('PATCH', `/${id}`, settings())
    const [attempt] = await attempts(id)
    const { status, body } = await api.ask(
      `/api/v1/events/destinations/${id}/attempts/${attempt.id}/repeat`,
      {
        method: 'POST',
        key: wide,
      },
    )
    expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    await ask('POST', `/${id}/replay`, { since: '2026-11-20T11:00:00Z' })
    receiver.received.length = 0
    later(hourMs)
    await deliver()
    expect(receiver.received).toEqual([])
  })

  it('send no former address with a repeat after addresses were turned off', async () => {
    const { id } = await create({ includesAddresses: true })
    await write('record.added', ['a1'], own.projectId)
    await deliver()
    await ask('PATCH', `/${id}`, { includesAddresses: false })
    const [attempt] = await attempts(id)
    await ask('POST', `/${id}/attempts/${attempt.id}/repeat`)
    expect(receiver.received.map(({ body }) => body.includes('a1@example.com'))).toEqual([true, false])
  })

  it('give a limited key nothing of other projects at a URL of its choice', async () => {
    const { id } = await create()
    failing()
    await writeEvents()
    await deliver()
    const former = await attempts(id)
    expect(former).toHaveLength(3)
    expect((await askNarrow('GET', `/${id}`)).status).toBe(404)
    await ask('PATCH', `/${id}`, { projectId: own.projectId })
    later(1_000)
    const changes = { url: other.url, includesAddresses: true }
    expect((await askNarrow('PATCH', `/${id}`, changes)).status).toBe(200)
    expect(JSON.stringify((await askNarrow('GET', `/${id}/attempts`)).body)).not.toContain('b1@')
    for (const attempt of former)
      expect((await askNarrow('POST', `/${id}/attempts/${attempt.id}/repeat`)).status).toBe(404)
    await askNarrow('POST', `/${id}/replay`, { since: '2026-11-20T11:00:00Z' })
    await askNarrow('POST', `/${id}/ping`)
    later(hourMs)
    await deliver()
    expect(receivedBy(other)).toEqual([id, 'a1'])
    expect(receivedBy(receiver)).toEqual(['a1', 'b1', 'o1'])
  })

  it.each(['active', 'paused', 'disabled'])('end older attempts at a changed URL while %s', async (state) => {
    const { id } = await create()
    failing()
    await write('record.added', ['1'])
    await deliver()
    await write('record.added', ['2'])
    if (state === 'paused') await ask('POST', `/${id}/pause`)
    if (state === 'disabled') {
      later(5 * 24 * hourMs)
      await deliver()
    }
    const [attempt] = await attempts(id)
    await ask('POST', `/${id}/replay`, { since: '2026-11-20T11:00:00Z' })
    later(1_000)
    const changed = await ask('PATCH', `/${id}`, { url: other.url })
    expect(changed).toMatchObject({ retries: 0, replays: 0, urlChangedAt: world.clock.now().toISOString() })
    const { status, body } = await api.ask(
      `/api/v1/events/destinations/${id}/attempts/${attempt.id}/repeat`,
      {
        method: 'POST',
        key: wide,
      },
    )
    expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    if (state !== 'active') await ask('POST', `/${id}/resume`)
    later(hourMs)
    await deliver()
    expect(receivedBy(other)).not.toContain('1')
    await ask('POST', `/${id}/replay`, { since: '2026-11-20T11:00:00Z' })
    await deliver()
    expect(receivedBy(other)).toContain('1')
    expect(receivedBy(other)).toContain('2')
  })

  it('keep their attempts and retries after a change of other settings', async () => {
    const { id } = await create()
    failing()
    await write('record.added', ['1'])
    await deliver()
    later(1_000)
    expect(await ask('PATCH', `/${id}`, { batchesEvents: true, url: receiver.url })).toMatchObject({
      retries: 1,
    })
    receiver.answer = () => ({})
    const [attempt] = await attempts(id)
    expect(await ask('POST', `/${id}/attempts/${attempt.id}/repeat`)).toMatchObject({ code: null })
    expect(await look(id)).toMatchObject({ retries: 0, urlChangedAt: null })
  })

  it('show a limited key only its own events in the feed', async () => {
    await api.ask('/api/v1/events', { key: narrow })
    await writeEvents()
    const { body } = await api.ask('/api/v1/events', { key: narrow })
    const items = body['items'] as { readonly object: { readonly id: string } }[]
    expect(items.map(({ object }) => object.id)).toEqual(['a1'])
  })
})
