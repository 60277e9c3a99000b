import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { HttpClient } from '../../../src/adapters/channels/http-client.ts'
import {
  CachedSenderChannels,
  ChannelParts,
} from '../../../src/adapters/channels/senders/cached-sender-channels.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { EmailChannel, SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import type { SenderStore } from '../../../src/ports/sender/senders.ts'
import { ChangeSender } from '../../../src/use-cases/sender/change-sender.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { changeSender, GivenChannels, putSender } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * An e-mail channel of the test that records messages. After the first message it calls `afterFirst`, which a
 * test sets.
 */
class RecordingChannel extends EmailChannel {
  override readonly atOnce = 2
  readonly sent: EmailMessage[] = []
  afterFirst: () => Promise<void> = async () => {}

  override async send(message: EmailMessage): Promise<Outcome> {
    this.sent.push(message)
    if (this.sent.length === 1) await this.afterFirst()
    return { kind: 'sent' }
  }
}

/** A test double that counts how often the service reads the account of a sender. */
class ReadCounter {
  reads = 0

  /** Returns the service's senders with each call of `account` counted, for the test. */
  countedIn(senders: SenderStore): SenderStore {
    return new Proxy(senders, {
      get: (target, name) => {
        if (name === 'account') this.reads++
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
  }
}

/**
 * A test double: `LateChannels` passes each request for a sender's e-mail channel to `late`. The tested service
 * takes it when it is created; the test sets `late` afterwards, because those channels need parts of that
 * service.
 */
class LateChannels extends GivenChannels {
  late: SenderChannels | null = null

  override async of(...requested: Parameters<SenderChannels['of']>): Promise<EmailChannel> {
    if (this.late === null) throw new Error('The channels are made before a job runs')
    return this.late.of(...requested)
  }
}

describe('a sender of a slice', () => {
  let world: World
  let api: Api
  let channel: RecordingChannel
  let accounts: ReadCounter
  let channels: CachedSenderChannels
  let senderId: string

  beforeEach(async () => {
    channel = new RecordingChannel()
    const late = new LateChannels()
    world = await createWorld([provideValue(SenderChannels, late)])
    world.clock.follow()
    api = await createApi(world)
    const parts = world.container.get(ChannelParts)
    accounts = new ReadCounter()
    const { tokens, sealing, messageTokens, allowed, clock } = parts
    const offers = { kinds: ['deployment'], deploymentAddress: null, deploymentName: 'Spindle' } as const
    channels = new CachedSenderChannels(
      new ChannelParts(
        accounts.countedIn(parts.senders),
        tokens,
        sealing,
        messageTokens,
        channel,
        offers,
        allowed,
        clock,
      ),
      { google: '', microsoft: '' },
      new HttpClient(),
    )
    late.late = channels
    senderId = await putSender(world, { isDefault: true })
  })
  afterEach(async () => {
    channels.close()
    await api.close()
    await world.close()
  })

  const run = async (records: number) => {
    await api.ingest(leads(records))
    const { jobId } = (await api.trigger()).body as { jobId: string }
    await world.drain()
    return (await api.job(jobId)).body as { counts: Record<string, number> }
  }

  it('is read once, although the slice sends two messages at a time', async () => {
    expect(await run(20)).toMatchObject({ counts: { done: 20 } })
    expect([channel.sent.length, accounts.reads]).toEqual([20, 1])
  })

  it('sends nothing after the next mark if it is paused meanwhile', async () => {
    channel.afterFirst = () => changeSender(world, senderId, { status: 'paused' })
    const { counts } = await run(20)
    expect(channel.sent.length).toBeLessThanOrEqual(2)
    expect(counts).toMatchObject({ done: channel.sent.length, waiting: 20 - channel.sent.length })
  })

  it('is read again after it was changed, and its new channel sends the next messages', async () => {
    channel.afterFirst = async () => {
      const { organizationId } = world.demo
      const changes = { name: 'Ada Lovelace' }
      const command = { organizationId, senderId, revision: null, changes, by: operator }
      await world.container.get(ChangeSender).execute(command)
    }
    expect(await run(20)).toMatchObject({ counts: { done: 20 } })
    // Two messages of the test find the changed sender at once, and each of them reads the sender.
    expect(accounts.reads).toBeLessThanOrEqual(3)
    const names = channel.sent.map(({ from }) => from?.name)
    expect(names).toEqual([...Array(2).fill('Ada'), ...Array(18).fill('Ada Lovelace')])
  })
})
