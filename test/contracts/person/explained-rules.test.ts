import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import { EmailChannel, SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addSpinner,
  createWorkshop,
  type Person,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { addSender, ByOneChannel, changeSender, removeSender } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'
const noPolicy = {
  daysBetweenSpinners: null,
  messagesPerDay: null,
  messagesPerWeek: null,
  activePerDomain: null,
}

class RecordingChannel extends EmailChannel {
  readonly sent: string[] = []

  override async send({ to }: { to: string }): Promise<Outcome> {
    this.sent.push(to)
    return { kind: 'sent' }
  }
}

/**
 * Stands in these tests for the deployment's own SMTP server when it refuses organizations without a sender of
 * their own.
 */
class RefusingChannel extends EmailChannel {
  override readonly refusal = causeOf('SENDER_REQUIRED')

  override async send(): Promise<Outcome> {
    return { kind: 'failed', ...this.refusal }
  }
}

/** The spinner on which a test has prepared a sending rule. */
interface Scene {
  readonly spinnerId: string
}

describe('explained rules', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  const channel = new RecordingChannel()

  beforeAll(async () => {
    const bindings = [
      provideValue(EmailChannel, channel),
      provideValue(SenderChannels, new ByOneChannel(channel)),
    ]
    world = await createWorld(bindings)
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    channel.sent.length = 0
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const ingest = (records: object[]) =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId: own.dataTableId, records },
    })
  async function run(spinnerId: string): Promise<string> {
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    return jobId
  }
  const another = (changes: object = {}) => addSpinner(person, own, changes)
  const policy = (changes: object) =>
    person.do('PUT', '/organization/contact-policy', { ...noPolicy, ...changes })
  const sender = (changes: object = {}) => addSender(world, person.organizationId, changes)
  /**
   * Adds a sender to the test, and uses up its daily budget by one message of another spinner. No message waits
   * for the sender.
   */
  const used = async (changes: object) => {
    const id = await sender(changes)
    const other = await another({ steps: [{ ...welcome, to: 'elsewhere@example.com' }] })
    await run(other)
    channel.sent.length = 0
    return id
  }
  const closedToday = () => ({
    days: [((world.clock.now().getUTCDay() + 2) % 7) + 1],
    from: '00:00',
    to: '24:00',
  })

  it.each<[string, string | null, boolean, () => Promise<Scene>]>([
    ['nothing', null, false, async () => ({ spinnerId: own.spinnerId })],
    [
      'a paused spinner',
      'SPINNER_PAUSED',
      false,
      async () => {
        await person.do('POST', `/spinners/${own.spinnerId}/pause`)
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'a suppressed address',
      'SUPPRESSED',
      false,
      async () => {
        await person.do('POST', '/suppressions', { email: ada })
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'once per person',
      'ALREADY_CONTACTED',
      false,
      async () => {
        await run(own.spinnerId)
        await ingest([{ name: 'Ada', email: ada }])
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'days between spinners',
      'DAYS_BETWEEN_SPINNERS',
      true,
      async () => {
        await run(own.spinnerId)
        await policy({ daysBetweenSpinners: 2 })
        return { spinnerId: await another() }
      },
    ],
    [
      'messages per day',
      'MESSAGES_PER_DAY',
      true,
      async () => {
        await run(own.spinnerId)
        await policy({ messagesPerDay: 1 })
        return { spinnerId: await another() }
      },
    ],
    [
      'people of a company',
      'ACTIVE_PER_DOMAIN',
      false,
      async () => {
        await policy({ activePerDomain: 1 })
        await ingest([
          { name: 'One', email: 'one@company.test' },
          { name: 'Two', email: 'two@company.test' },
        ])
        const steps = [
          { type: 'condition', column: 'name', operator: 'equals', value: 'One' },
          welcome,
          { type: 'wait', seconds: 86_400 },
          welcome,
        ]
        await run(await another({ steps }))
        const two = [{ type: 'condition', column: 'name', operator: 'equals', value: 'Two' }, welcome]
        return { spinnerId: await another({ steps: two }) }
      },
    ],
    [
      'an exclusive spinner',
      'IN_EXCLUSIVE_SPINNER',
      false,
      async () => {
        const steps = [welcome, { type: 'wait', seconds: 86_400 }, welcome]
        await run(await another({ steps, isExclusive: true }))
        return { spinnerId: await another({ isExclusive: true }) }
      },
    ],
    [
      'a closed send window',
      'OUTSIDE_WINDOW',
      true,
      async () => ({ spinnerId: await another({ sendWindow: closedToday() }) }),
    ],
    [
      'a paused sender',
      'SENDER_PAUSED',
      false,
      async () => {
        await changeSender(world, await sender(), { status: 'paused' })
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'a sender that needs attention',
      'SENDER_PAUSED',
      false,
      async () => {
        await changeSender(world, await sender(), { status: 'needsAttention' })
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'a sender that is paused for the spinner',
      'SENDER_PAUSED',
      false,
      async () => {
        const senderId = await sender()
        const note = {
          senderId,
          spinnerId: own.spinnerId,
          kind: 'bounce',
          at: world.clock.now(),
          serverResponse: '',
        } as const
        for (let nth = 0; nth < 5; nth++) await world.container.get(SenderStore).noteFailure(note)
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'the daily limit of a sender',
      'SENDER_DAILY_LIMIT',
      true,
      async () => {
        await used({ dailyLimit: 1 })
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'the gap of a sender',
      'SENDER_GAP',
      true,
      async () => {
        const id = await used({})
        await changeSender(world, id, { gapSeconds: 600 })
        await run(await another({ steps: [{ ...welcome, to: 'elsewhere@example.com' }] }))
        channel.sent.length = 0
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'the cooldown of a sender',
      'SENDER_COOLING_DOWN',
      true,
      async () => {
        const senderId = await used({})
        const at = world.clock.now()
        const refusal = { code: 'PROVIDER_LIMIT', scope: 'account', seconds: 3_600 } as const
        const { spinnerId } = own
        await world.container.get(SenderStore).giveBack({ senderId, spinnerId, markedAt: at, at, refusal })
        return { spinnerId }
      },
    ],
    [
      'no sender',
      'NO_SENDER',
      false,
      async () => {
        const id = await sender({ isDefault: false })
        const spinnerId = await another({ steps: [{ ...welcome, senders: [id] }] })
        await sender({ email: 'other@example.com', isDefault: false })
        await removeSender(world, id)
        return { spinnerId }
      },
    ],
    [
      'a record that was taken',
      'RECORD_NOT_NEW',
      false,
      async () => {
        await run(own.spinnerId)
        channel.sent.length = 0
        return { spinnerId: own.spinnerId }
      },
    ],
    [
      'a record that a trigger has named',
      'RECORD_NOT_NEW',
      false,
      async () => {
        await person.do('POST', `/spinners/${own.spinnerId}/jobs`, {
          where: { column: 'name', operator: 'equals', value: 'Ada' },
        })
        await world.drain()
        channel.sent.length = 0
        return { spinnerId: own.spinnerId }
      },
    ],
  ])('%s: %s', async (what, code, isTimed, prepare) => {
    const email = what === 'people of a company' ? 'two@company.test' : ada
    const { spinnerId } = await prepare()
    channel.sent.length = 0
    world.clock.follow()
    const { wouldSend, waitsUntil, reason } = await person.do('POST', '/people/explain', { email, spinnerId })
    expect([wouldSend, reason?.code ?? null]).toEqual([code === null, code])
    expect(waitsUntil !== null).toBe(isTimed)
    const isEndless = code === 'RECORD_NOT_NEW'
    const jobId = await run(spinnerId)
    expect(channel.sent.includes(email)).toBe(wouldSend)
    if (wouldSend || isEndless || code === 'SPINNER_PAUSED') return
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    const codes = (items as { reason: { code: string; evidence: { until?: string } | null } | null }[]).map(
      (one) => one.reason,
    )
    const same = codes.filter((one) => one?.code === code)
    expect(same.length).toBeGreaterThan(0)
    if (waitsUntil === null) return
    const soonest = Math.min(...same.map((one) => Date.parse(one?.evidence?.until ?? '')))
    expect(Math.abs(soonest - Date.parse(waitsUntil))).toBeLessThan(700_000)
  })

  it('a rehearsal of a paused spinner reports that it sends nothing yet, and shows what follows', async () => {
    await person.do('POST', `/spinners/${own.spinnerId}/pause`)
    const { body } = await api.ask(`/api/v1/public/trigger/${own.spinnerId}`, {
      method: 'POST',
      key: own.apiKey,
      json: { preview: true },
    })
    expect(body).toMatchObject({
      firstMessageAt: null,
      lastMessageAt: null,
      steps: [{ sends: 2, waits: 2 }],
      reasons: [{ code: 'SPINNER_PAUSED', status: 'waiting', count: 2 }],
    })
    expect(channel.sent).toEqual([])
    await person.do('POST', `/spinners/${own.spinnerId}/resume`)
    const resumed = await api.ask(`/api/v1/public/trigger/${own.spinnerId}`, {
      method: 'POST',
      key: own.apiKey,
      json: { preview: true },
    })
    expect(resumed.body).toMatchObject({ firstMessageAt: expect.any(String), reasons: [] })
  })

  it('an explanation says that a sender must be connected if the deployment has no shared server', async () => {
    const other = await createWorld([provideValue(EmailChannel, new RefusingChannel())])
    const otherApi = await createApi(other)
    const stranger = await signUp(otherApi)
    const { spinnerId } = await createWorkshop(stranger)
    expect(await stranger.do('POST', '/people/explain', { email: ada, spinnerId })).toMatchObject({
      wouldSend: false,
      waitsUntil: null,
      reason: { code: 'SENDER_REQUIRED' },
    })
    const { jobId } = await stranger.do('POST', `/spinners/${spinnerId}/jobs`)
    await other.drain()
    const { items } = await stranger.do('GET', `/jobs/${jobId}/recipients`)
    expect(items[0].reason.code).toBe('SENDER_REQUIRED')
    await otherApi.close()
    await other.close()
  })
})
