import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Randomness } from '../../../src/ports/randomness.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { DeliverEvents, DeliveryPorts } from '../../../src/use-cases/event/destinations/deliver-events.ts'
import { MailDisabledNotices } from '../../../src/use-cases/event/destinations/mail-disabled-notices.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addSpinner,
  createWorkshop,
  type Person,
  personWith,
  signUp,
  type Workshop,
} from '../../support/data/person.ts'
import { drivenDestinations } from '../../support/event/driven-destinations.ts'
import { type EventReceiver, startEventReceiver } from '../../support/servers/event-receiver.ts'
import { createWorld, type World } from '../../support/world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe('destinations that change while requests fail', () => {
  let world: World
  let api: Api
  let ada: Person
  let own: Workshop
  let organizationId: string
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
    organizationId = ada.organizationId
    key = await keyOf(ada)
    receiver = await startEventReceiver()
    faults = []
  })
  afterEach(async () => {
    await receiver.close()
    expect(faults).toEqual([])
  })

  const { later, ask, call, create, write, deliver, attempts, bodies, objects, look } = drivenDestinations(
    () => ({
      world,
      api,
      organizationId,
      key,
      receiver,
      faults,
    }),
  )
  const keyOf = async (person: Person): Promise<string> =>
    (await person.do('POST', '/api-keys', { name: 'Zap', scopes: ['events:manage'] })).secret
  const isSignedBy = (secret: string): boolean => {
    const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined
    } catch {
      return false
    }
  }
  /** Fails the requests, and does something during the first one, before its answer. */
  const during = (what: () => Promise<unknown>, answer = { status: 500 }) => {
    let isFirst = true
    receiver.answer = async () => {
      if (isFirst) await what()
      isFirst = false
      return answer
    }
  }

  it('sign a retry with the secrets at its time', async () => {
    const { id, secret: former } = await create()
    receiver.answer = () => ({ status: 500 })
    await write('record.added', ['1'])
    await deliver()
    const { secret } = await ask('POST', `/${id}/secret/rotate`)
    later(6_000)
    await deliver()
    expect([isSignedBy(secret), isSignedBy(former)]).toEqual([true, true])
    receiver.answer = () => ({})
    later(dayMs)
    await deliver()
    expect([receiver.received.length, isSignedBy(secret), isSignedBy(former)]).toEqual([3, true, false])
  })

  it('send nothing more after a pause during a request, and retry it when they are resumed', async () => {
    const { id } = await create()
    await write('record.added', ['1', '2', '3'])
    during(() => ask('POST', `/${id}/pause`))
    await deliver()
    later(minuteMs)
    await deliver()
    expect(objects()).toEqual(['1'])
    expect(await look(id)).toMatchObject({ status: 'paused', retries: 1 })
    receiver.answer = () => ({})
    await ask('POST', `/${id}/resume`)
    await deliver()
    expect(objects().toSorted()).toEqual(['1', '1', '2', '3'])
  })

  it('do not retry a request that was skipped while it was made', async () => {
    const { id } = await create()
    await write('record.added', ['1', '2'])
    during(() => ask('POST', `/${id}/resume`, { skip: true }))
    await deliver()
    expect(await look(id)).toMatchObject({ retries: 0, failures: 0 })
    receiver.answer = () => ({})
    later(dayMs)
    await write('record.added', ['3'])
    await deliver()
    expect(objects()).toEqual(['1', '3'])
  })

  it('are not removed by the former URL, and deliver its event to the new one', async () => {
    const { id } = await create()
    const other = await startEventReceiver()
    await write('record.added', ['1', '2'])
    during(() => ask('PATCH', `/${id}`, { url: other.url }), { status: 410 })
    await deliver()
    expect(await look(id)).toMatchObject({ url: other.url, status: 'active', failures: 0 })
    expect(other.received.map(({ body }) => JSON.parse(body).object.id)).toEqual(['1', '2'])
    await other.close()
  })

  it('are judged by the new URL alone after a change of the URL', async () => {
    const { id } = await create()
    const other = await startEventReceiver()
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    await write('record.added', ['1'])
    await deliver()
    later(5 * dayMs)
    await ask('PATCH', `/${id}`, { url: other.url })
    other.answer = () => ({ status: 503 })
    await write('record.added', ['2'])
    await deliver()
    expect(other.received.length).toBeGreaterThan(0)
    expect(await look(id)).toMatchObject({ status: 'active' })
    await other.close()
  })

  it('are tried at once at a new URL, whatever the former one asked to wait', async () => {
    const { id } = await create()
    const other = await startEventReceiver()
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    await write('record.added', ['1'])
    await deliver()
    await ask('PATCH', `/${id}`, { url: other.url })
    await write('record.added', ['2'])
    await deliver()
    expect(other.received.map(({ body }) => JSON.parse(body).object.id)).toContain('2')
    await other.close()
  })

  it('are not disabled by a request that began before they were resumed', async () => {
    const { id } = await create()
    receiver.answer = () => ({ status: 500 })
    await write('record.added', ['1'])
    await deliver()
    later(5 * dayMs)
    await write('record.added', ['2'])
    during(() => ask('POST', `/${id}/resume`))
    await deliver()
    expect(await look(id)).toMatchObject({ status: 'active' })
  })

  it.each(['repeat', 'ping'] as const)(
    'are not disabled by one failure long after a %s that succeeded',
    async (kind) => {
      const { id } = await create()
      receiver.answer = () => ({ status: 500 })
      await write('record.added', ['1'])
      await deliver()
      const [first] = await attempts(id)
      receiver.answer = () => ({})
      const path = kind === 'ping' ? '/ping' : `/attempts/${first.id}/repeat`
      const { at } = await ask('POST', `/${id}${path}`)
      expect(await look(id)).toMatchObject({ failures: 0, failingSince: null, deliveredAt: at })
      later(5 * dayMs)
      receiver.answer = () => ({ status: 500 })
      await write('record.added', ['2'])
      await deliver()
      expect(await look(id)).toMatchObject({ status: 'active', failures: 1 })
    },
  )

  it('are not disabled by a request during which a repeat succeeds', async () => {
    const { id } = await create()
    receiver.answer = () => ({ status: 500 })
    await write('record.added', ['1'])
    await deliver()
    const [first] = await attempts(id)
    later(5 * dayMs)
    let isRetry = true
    receiver.answer = async () => {
      if (!isRetry) return {}
      isRetry = false
      await ask('POST', `/${id}/attempts/${first.id}/repeat`)
      return { status: 500 }
    }
    await write('record.added', ['2'])
    await deliver()
    expect(await look(id)).toMatchObject({ status: 'active', failures: 0, failingSince: null, retries: 0 })
    expect(objects()).toEqual(['1', '1', '1', '2'])
  })

  it('stay disabled if their spinner is deleted during a request', async () => {
    const { id } = await create({ spinnerId: own.spinnerId })
    const spinnerId = await addSpinner(ada, own, {})
    const { id: other } = await create({ spinnerId })
    await ask('PATCH', `/${id}`, { spinnerId: null })
    await write('record.added', ['1'])
    during(async () => {
      await ask('PATCH', `/${id}`, { spinnerId })
      await ada.do('POST', `/spinners/${spinnerId}/unpublish`)
      await ada.do('DELETE', `/spinners/${spinnerId}`)
    })
    await deliver()
    const disabled = { status: 'disabled', disabledReason: 'spinnerDeleted' }
    expect([await look(id), await look(other)]).toMatchObject([disabled, disabled])
    later(dayMs)
    await deliver()
    expect(objects()).toEqual(['1'])
  })

  it('are not resumed after they failed and their spinner was deleted', async () => {
    const spinnerId = await addSpinner(ada, own, {})
    const { id } = await create()
    receiver.answer = () => ({ status: 500 })
    await write('record.added', ['1'])
    await deliver()
    later(5 * dayMs)
    await deliver()
    // Back to the day on which the session of the person had not expired.
    later(-5 * dayMs)
    await ask('PATCH', `/${id}`, { spinnerId })
    await ada.do('POST', `/spinners/${spinnerId}/unpublish`)
    await ada.do('DELETE', `/spinners/${spinnerId}`)
    expect(await look(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    const refused = await call('POST', `/${id}/resume`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await look(id)).toMatchObject({ status: 'disabled' })
  })

  it('are disabled if their project is deleted', async () => {
    const project = await ada.do('POST', '/projects', { name: 'Autumn' })
    const { id } = await create({ projectId: project.id })
    await ada.do('DELETE', `/projects/${project.id}`)
    expect(await look(id)).toMatchObject({ status: 'disabled', disabledReason: 'projectDeleted' })
    await ask('PATCH', `/${id}`, { projectId: null })
    expect(await ask('POST', `/${id}/resume`)).toMatchObject({ status: 'active' })
  })

  it('are reported once, also if a user changes them while they are disabled', async () => {
    await ada.do('PATCH', '/organization', { language: 'fr' })
    const { id } = await create()
    receiver.answer = () => ({ status: 500 })
    await write('record.added', ['1'])
    await deliver()
    later(5 * dayMs)
    await deliver()
    expect(await look(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    const report = () => world.container.get(MailDisabledNotices).execute(new AbortController().signal)
    await report()
    await ask('PATCH', `/${id}`, { batchesEvents: true })
    await report()
    const reported = world.mails.filter(
      ({ to, subject }) => to === ada.email && subject.includes('127.0.0.1'),
    )
    // The mail is in the language of the organization, with its dates.
    expect(reported).toEqual([
      {
        to: ada.email,
        subject: expect.stringMatching(/^Spindle n’envoie plus d’événements à 127/),
        text: expect.stringMatching(/ont échoué depuis le \p{L}+ \d+ \p{L}+ 2026 à \d\d:\d\d \(UTC\)/u),
      },
    ])
  })

  it('are not disabled by failures around a time in which they were paused', async () => {
    const { id } = await create()
    receiver.answer = () => ({ status: 503 })
    await write('record.added', ['1'])
    await deliver()
    await ask('POST', `/${id}/pause`)
    later(6 * dayMs)
    await ask('POST', `/${id}/resume`)
    await write('record.added', ['2'])
    await deliver()
    expect(await look(id)).toMatchObject({ status: 'active' })
    expect((await look(id)).failures).toBeGreaterThan(0)
  })

  it('are not disabled by failures around a time in which their organization was closed', async () => {
    const { id } = await create()
    receiver.answer = () => ({ status: 503 })
    await write('record.added', ['1'])
    await deliver()
    later(2 * dayMs)
    const signIn = async () => {
      const { email, password } = ada
      const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
      return personWith(api, body['token'] as string, email, password, body)
    }
    const closing = { name: 'Analytical Engines', password: ada.password }
    await (await signIn()).do('POST', '/organization/deletion', closing)
    later(4 * dayMs)
    await (await signIn()).do('DELETE', '/organization/deletion')
    expect(await look(id)).toMatchObject({ failures: 0, failingSince: null, nextAttemptAt: null })
    await write('record.added', ['2'])
    await deliver()
    expect(await look(id)).toMatchObject({ status: 'active' })
    expect((await look(id)).failures).toBeGreaterThan(0)
  })

  it('do not hold up other events for those that the receiver always refuses', async () => {
    const { id } = await create()
    const bad = ['bad 1', 'bad 2', 'bad 3', 'bad 4', 'bad 5']
    // Looks for the id of an object, because ids in hexadecimal digits may contain "bad" too.
    receiver.answer = ({ body }) => (body.includes('"bad ') ? { status: 400 } : {})
    await write('record.added', [...bad, 'good 1'])
    await deliver()
    expect(objects()).toEqual(bad)
    later(10_000)
    await deliver()
    expect(objects().toSorted()).toEqual([...bad, ...bad].toSorted())
    later(2 * minuteMs)
    await deliver()
    expect(objects()).toContain('good 1')
    const codes = (await attempts(id)).map(({ code }: { code: string | null }) => code)
    expect(codes.filter((code: string | null) => code !== 'RECEIVER_REFUSED')).toEqual([null])
    await write('record.added', ['good 2'])
    await deliver()
    expect(objects().at(-1)).toBe('good 2')
    expect(await look(id)).toMatchObject({ failures: 0, retries: 5 })
  })

  it('do not send the address of a person who was erased while a request waits', async () => {
    await create({ types: ['message.replied'], includesAddresses: true })
    receiver.answer = () => ({ status: 500 })
    await write('message.replied', ['ada', 'grace'])
    await deliver()
    expect(bodies().map(({ data }) => data.address)).toEqual(['ada@example.com', 'grace@example.com'])
    await ada.do('POST', '/people/erase', { email: 'ada@example.com' })
    receiver.answer = () => ({})
    receiver.received.length = 0
    later(minuteMs)
    await deliver()
    const addresses = bodies().map(({ object, data }) => `${object.id} ${data.address}`)
    expect(addresses.toSorted()).toEqual(['ada undefined', 'grace grace@example.com'])
  })

  it('do not send the address of a person who is erased between two requests', async () => {
    await create({ types: ['message.replied'], includesAddresses: true })
    await write('message.replied', ['grace', 'ada'])
    during(() => ada.do('POST', '/people/erase', { email: 'ada@example.com' }), { status: 200 })
    await deliver()
    expect(bodies().map(({ data }) => data)).toEqual([{ address: 'grace@example.com' }, {}])
  })

  it('receive each event once from two runtimes', async () => {
    for (let count = 0; count < 3; count++) await create()
    const { container } = world
    const runtimes = [1, 2].map(
      () =>
        new DeliverEvents(
          container.get(DeliveryPorts),
          container.get(Clock),
          container.get(Timers),
          container.get(Randomness),
          container.get(Ids),
        ),
    )
    const ids = Array.from({ length: 20 }, (_, index) => String(index))
    const work = async () => {
      for (const runtime of runtimes) {
        const { signal } = new AbortController()
        await runtime.begin(signal, ({ error }) => faults.push(error))
      }
      await Promise.all(runtimes.map((runtime) => runtime.ended()))
    }
    await write('record.added', ids.slice(0, 10))
    const working = work()
    await write('record.added', ids.slice(10))
    await working
    await work()
    const times = new Map<string, number>()
    for (const id of objects()) times.set(id, (times.get(id) ?? 0) + 1)
    expect([...times.values()]).toEqual(ids.map(() => 3))
  })

  it('receive the events of a test organization, with the time on its clock', async () => {
    const { organization } = await ada.do('POST', '/test-mode/enter')
    organizationId = organization.id
    key = await keyOf(ada)
    await create()
    await write('record.added', ['1'])
    await deliver()
    expect(bodies()).toMatchObject([{ organizationId, object: { id: '1' } }])
    expect(await world.container.get(EventStore).lastNumber(ada.organizationId)).toBe(0)
  })
})
