import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../../src/composition/provide.ts'
import { notPrepared } from '../../../../src/domain/job/recipient/not-prepared.ts'
import type { Outcome } from '../../../../src/domain/job/recipient/recipient.ts'
import type { WebhookMessage } from '../../../../src/domain/sender/message/message.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import {
  Channels,
  type EmailChannel,
  type OrganizationChannels,
  WebhookChannel,
} from '../../../../src/ports/sender/message/channels.ts'
import { createFixture, type Fixture, leads } from '../../../support/demo/fixture.ts'

class ScriptedWebhooks extends WebhookChannel {
  readonly messages: WebhookMessage[] = []
  outcomes: Outcome[] = []
  /** The number of requests that do not leave, because the channel cannot read the secret that signs them. */
  unsigned = 0

  override async send(message: WebhookMessage): Promise<Outcome> {
    if (this.unsigned-- > 0) return notPrepared()
    this.messages.push(message)
    return this.outcomes.shift() ?? { kind: 'sent' }
  }

  override async ask(message: WebhookMessage) {
    return { outcome: await this.send(message), answer: '' }
  }
}

const noEmail: EmailChannel = {
  atOnce: null,
  captures: false,
  send: () => Promise.reject(new Error('The test sends no e-mail')),
}

/** Chooses the channels of organizations that are all real. One choice fails: the nth, from 1. */
class FailsOnce extends Channels {
  choices = 0
  readonly #nth: number

  constructor(nth: number) {
    super()
    this.#nth = nth
  }

  override async of(): Promise<OrganizationChannels> {
    if (++this.choices === this.#nth) throw new Error('The database is away')
    return { isTest: false, email: noEmail, webhook: channel, senders: { of: async () => noEmail } }
  }
}

let on: Fixture
let channel: ScriptedWebhooks
afterEach(() => on.close())
beforeEach(async () => {
  channel = new ScriptedWebhooks()
  on = await createFixture(provideValue(WebhookChannel, channel))
  await on.changeVersion({
    steps: [{ type: 'webhook', url: 'https://example.com/', body: '{"to": {{ email | json }}}' }],
  })
  await on.ingest(leads(1))
})

const triggered = async () => (await on.trigger()).answer.jobId
const ids = () => new Set(channel.messages.map(({ id }) => id))

describe('a webhook', () => {
  it('has the same id for all of its attempts', async () => {
    channel.outcomes = Array.from(
      { length: 3 },
      () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'busy' }) as const,
    )
    const jobId = await triggered()
    await on.drain()
    for (let turn = 0; turn < 4; turn++) {
      await on.later(200)
      await on.advance(jobId)
    }
    expect([channel.messages.length, ids().size]).toEqual([4, 1])
    expect((await on.job(jobId)).counts).toMatchObject({ total: 1, done: 1 })
  })

  it('that was in transit when its worker died is sent again with the same id', async () => {
    const jobId = await triggered()
    const slices = on.container.get(Slices)
    const lease = { holder: on.container.get(Ids).next(), seconds: 15 }
    const slice = await slices.take(jobId, lease)
    const [first] = slice?.recipients ?? []
    if (slice === null || first === undefined) throw new Error('There is something to send')
    await slices.settleAndMark(slice, lease, [], [{ recordId: first.recordId, step: 0, address: null }])
    await on.later(16)
    await on.advance(jobId)
    expect(channel.messages.map(({ id }) => id)).toEqual([`msg_${jobId}_${first.recordId}_0`])
    expect((await on.job(jobId)).counts).toMatchObject({ total: 1, done: 1, unconfirmed: 0 })
  })

  it('that is deferred five times fails', async () => {
    channel.outcomes = Array.from(
      { length: 9 },
      () => ({ kind: 'transient', code: 'MAIL_TEMPORARILY_REFUSED', reason: 'busy' }) as const,
    )
    const jobId = await triggered()
    for (let turn = 0; turn < 9; turn++) {
      await on.advance(jobId)
      await on.later(200)
    }
    expect(channel.messages).toHaveLength(5)
    expect(await on.recipients(jobId)).toMatchObject([{ status: 'failed', error: 'busy' }])
  })
})

describe('an error before a request leaves', () => {
  const webhook = { type: 'webhook', url: 'https://example.com/', body: '{}' } as const
  const guard = { type: 'guard', url: 'https://example.com/', onTimeout: 'skip' } as const

  it.each([webhook, guard])(
    'lets the recipient of a $type wait, and the request is sent later',
    async (step) => {
      channel.unsigned = 1
      await on.changeVersion({ steps: [step] })
      const { jobId } = (await on.trigger()).answer
      await on.advance(jobId)
      expect(await on.recipients(jobId)).toMatchObject([
        { status: 'waiting', reason: 'SENDING_NOT_PREPARED' },
      ])
      expect(channel.messages).toEqual([])
      await on.later(61)
      await on.advance(jobId)
      expect(channel.messages).toHaveLength(1)
      expect((await on.job(jobId)).counts).toMatchObject({ total: 1, done: 1, unconfirmed: 0 })
    },
  )
})

describe('an error before a turn leases a slice', () => {
  it('puts no recipient off, and the next turn sends the request', async () => {
    await on.close()
    const channels = new FailsOnce(1)
    on = await createFixture(provideValue(Channels, channels))
    await on.changeVersion({ steps: [{ type: 'webhook', url: 'https://example.com/', body: '{}' }] })
    await on.ingest(leads(1))
    const { jobId } = (await on.trigger()).answer
    await expect(on.advance(jobId)).rejects.toThrow('away')
    expect(await on.recipients(jobId)).toEqual([])
    await on.advance(jobId)
    expect(channels.choices).toBe(2)
    expect(channel.messages).toHaveLength(1)
    expect((await on.job(jobId)).counts).toMatchObject({ total: 1, done: 1 })
  })
})

describe('an error in the mark between two chunks', () => {
  it('does not lose the results of messages that were already sent', async () => {
    await on.close()
    on = await createFixture(provideValue(WebhookChannel, channel))
    const slices = on.container.get(Slices)
    let requested = 0
    const record = slices.settleAndMark.bind(slices)
    slices.settleAndMark = (...words) =>
      ++requested === 2 ? Promise.reject(new Error('the database is away')) : record(...words)
    await on.ingest(leads(60))
    const { jobId } = (await on.trigger()).answer
    await expect(on.advance(jobId)).rejects.toThrow('away')
    await on.later(16)
    await on.advance(jobId)
    expect((await on.job(jobId)).counts).toMatchObject({ total: 60, done: 60, unconfirmed: 0 })
    expect(await on.inspect.outbox()).toHaveLength(60)
  })
})
