import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../../src/composition/provide.ts'
import type { Outcome } from '../../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../../src/domain/sender/message/message.ts'
import type { EmailStep } from '../../../../src/domain/spinner/steps/step.ts'
import { EmailChannel, SenderChannels } from '../../../../src/ports/sender/message/channels.ts'
import { MessageTokens } from '../../../../src/ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../../../src/ports/sender/senders.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'
import { AskDueTurns } from '../../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi, leads } from '../../../support/api.ts'
import { GivenChannels, putSender } from '../../../support/data/senders.ts'
import { changeVersion } from '../../../support/demo/change-version.ts'
import { createWorld, type World } from '../../../support/world.ts'

/**
 * A test double of the e-mail channels that records what each sender sends, and the highest number of messages
 * that one sender sends at once.
 */
class CapturedChannels extends GivenChannels {
  readonly sent: { readonly senderId: string; readonly message: EmailMessage }[] = []
  outcome: Outcome = { kind: 'sent' }
  most = 0
  /** The number of messages whose channel cannot be read. */
  unreadable = 0

  override async of(_organizationId: string, senderId: string, revision?: number): Promise<EmailChannel> {
    if (revision !== undefined && this.unreadable-- > 0) throw new Error('The database is away')
    const known = this.channels.get(senderId)
    if (known !== undefined) return known
    const channel = new CapturingChannel(this, senderId)
    this.channels.set(senderId, channel)
    return channel
  }
}

class CapturingChannel extends EmailChannel {
  override readonly atOnce = 2
  readonly #all: CapturedChannels
  readonly #senderId: string
  #now = 0

  constructor(all: CapturedChannels, senderId: string) {
    super()
    this.#all = all
    this.#senderId = senderId
  }

  override async send(message: EmailMessage): Promise<Outcome> {
    this.#now++
    this.#all.most = Math.max(this.#all.most, this.#now)
    await new Promise((done) => setImmediate(done))
    this.#now--
    this.#all.sent.push({ senderId: this.#senderId, message })
    return this.#all.outcome
  }
}

describe('SenderChannels, for the messages of e-mail steps', () => {
  let world: World
  let api: Api
  let channels: CapturedChannels

  beforeEach(async () => {
    channels = new CapturedChannels()
    world = await createWorld([provideValue(SenderChannels, channels)])
    api = await createApi(world)
  })
  afterEach(() => world.close())

  function publish(...steps: readonly Partial<EmailStep>[]): Promise<void> {
    const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello' } as const
    return changeVersion(world, { steps: steps.map((step) => ({ ...welcome, ...step })) })
  }

  async function run(records: number): Promise<Record<string, unknown>> {
    await api.ingest(leads(records))
    const { body } = await api.trigger()
    await world.drain()
    return (await api.job(String(body['jobId']))).body
  }

  it('uses the channel of the deployment if no sender is configured', async () => {
    await putSender(world)
    expect(await run(3)).toMatchObject({ counts: { done: 3 } })
    expect(channels.sent).toEqual([])
    expect(await world.inspect.outbox()).toHaveLength(3)
  })

  it('uses the default sender of the organization, under its name', async () => {
    const id = await putSender(world, { isDefault: true, signature: 'Ada' })
    expect(await run(3)).toMatchObject({ counts: { done: 3 } })
    expect(channels.sent.map(({ senderId }) => senderId)).toEqual([id, id, id])
    const { from, thread } = channels.sent[0]?.message ?? {}
    expect(from).toEqual({
      name: 'Ada',
      email: 'ada@sender.example',
      replyTo: null,
      signature: 'Ada',
      signatureHtml: null,
    })
    expect(thread).toBeNull()
  })

  it('never sends more at once than the channel of the sender permits', async () => {
    const ids = [await putSender(world), await putSender(world)]
    await publish({ senders: ids })
    expect(await run(40)).toMatchObject({ counts: { done: 40 } })
    expect(channels.most).toBeLessThanOrEqual(2)
    const of = (id: string) => channels.sent.filter(({ senderId }) => senderId === id).length
    expect(ids.map(of)).toEqual([20, 20])
  })

  it('keeps the sender from step to step, and replies to the earlier message if configured', async () => {
    const ids = [await putSender(world), await putSender(world, { email: 'bob@other.example' })]
    await publish(
      { senders: ids },
      { senders: ids, subject: 'One more thing', thread: true },
      { subject: 'Anew' },
    )
    expect(await run(6)).toMatchObject({ counts: { done: 6 } })
    const byPerson = Map.groupBy(channels.sent, ({ message }) => message.recordId)
    for (const [first, second, third] of byPerson.values()) {
      if (first === undefined || second === undefined || third === undefined) throw new Error('Three each')
      expect(new Set([first, second, third].map(({ senderId }) => senderId)).size).toBe(1)
      const messageId = world.container
        .get(MessageTokens)
        .messageIdFor(first.message, first.message.from?.email ?? null)
      expect(second.message.thread).toEqual({
        inReplyTo: messageId,
        references: [messageId],
        providerThread: null,
      })
      // Uses the own subject, because the channel of this test returns no receipt, so the log has no earlier subject.
      expect([second.message.subject, third.message.subject]).toEqual(['Re: One more thing', 'Anew'])
      expect(third.message.thread).toBeNull()
    }
  })

  it('replies to the earlier message also by the server of the deployment', async () => {
    await publish({}, { subject: 'One more thing', thread: true })
    expect(await run(1)).toMatchObject({ counts: { done: 1 } })
    const subjects = (await world.inspect.outbox()).map(({ subject }) => subject)
    expect(subjects).toEqual(['Welcome', 'Re: Welcome'])
  })

  it('replies by the Message-ID with which the earlier message arrived, after a change of address', async () => {
    const id = await putSender(world, { isDefault: true })
    await publish({}, { subject: 'One more thing', thread: true })
    channels.outcome = {
      kind: 'sent',
      receipt: {
        messageId: '<first@former.example>',
        providerId: null,
        providerThread: 't1',
        serverResponse: null,
      },
    }
    await run(1)
    expect(channels.sent.map(({ senderId }) => senderId)).toEqual([id, id])
    expect(channels.sent[1]?.message.thread).toEqual({
      inReplyTo: '<first@former.example>',
      references: ['<first@former.example>'],
      providerThread: 't1',
    })
  })

  it('lets messages wait for a removed sender, instead of using another name', async () => {
    await publish({ senders: ['01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f'] })
    expect(await run(2)).toMatchObject({ counts: { waiting: 2 } })
    expect(await world.inspect.outbox()).toEqual([])
  })

  it('lets messages wait if the channel of their sender cannot be read, and sends them later', async () => {
    await putSender(world, { isDefault: true })
    channels.unreadable = 1
    const { jobId, counts } = await run(1)
    expect(counts).toMatchObject({ waiting: 1, unconfirmed: 0 })
    world.clock.advance(61)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    expect(channels.sent).toHaveLength(1)
    expect((await api.job(String(jobId))).body).toMatchObject({ counts: { done: 1 } })
  })

  it('reports a message as refused for good if the address cannot be suppressed', async () => {
    await putSender(world, { isDefault: true })
    channels.outcome = { kind: 'failed', code: 'MAILBOX_UNKNOWN', reason: '550 5.1.1 unknown', bounced: true }
    world.container.get(AddressSuppressor).suppress = () => Promise.reject(new Error('The database is away'))
    expect(await run(1)).toMatchObject({ counts: { failed: 1, unconfirmed: 0 } })
  })

  it('counts bounced messages, and pauses the sender', async () => {
    const id = await putSender(world, { isDefault: true })
    channels.outcome = { kind: 'failed', code: 'MAILBOX_UNKNOWN', reason: '550 5.1.1 unknown', bounced: true }
    const { counts } = await run(40)
    expect(counts).toMatchObject({ failed: expect.any(Number), waiting: expect.any(Number) })
    expect(channels.sent.length).toBeLessThan(10)
    const { organizationId } = world.demo
    const health = await world.container.get(SenderStore).healthOf(organizationId, [id], world.clock.now())
    expect(health.get(id)?.pauses).toMatchObject([{ fault: { code: 'EARLY_BOUNCES' } }])
  })
})
