import { type Actor, service } from '../../domain/account/audit/actor.ts'
import { auditEntry } from '../../domain/account/audit/audit-entry.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import {
  type InboundFact,
  type InboundFactKind,
  shortTextOf,
} from '../../domain/sender/inbound/inbound-fact.ts'
import { assertStill } from '../../domain/test-mode/test-clock.ts'
import type { Inbound, InboundKind } from '../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { MessageLog } from '../../ports/sender/message/message-log.ts'
import type { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import type { DueAnswer, TestClocks } from '../../ports/test-mode/test-clocks.ts'
import type { SuppressAddress } from '../person/suppress-address.ts'
import type { InboundFactProcessor } from '../sender/inbound/inbound-fact-processor.ts'

export interface PlayInboundCommand {
  readonly organizationId: string
  /** The id of the captured message in the log of messages. */
  readonly messageId: string
  readonly inbound: Inbound
  readonly by: Actor
}

const factKinds: Readonly<Record<Exclude<InboundKind, 'unsubscribe'>, InboundFactKind>> = {
  reply: 'reply',
  autoReply: 'autoReply',
  bounce: 'hardBounce',
  complaint: 'complaint',
}

/**
 * Simulates a reply, bounce or other reaction to a captured message, using the code that processes real
 * inbound mail.
 */
export class PlayInbound {
  readonly #clocks: TestClocks
  readonly #log: MessageLog
  readonly #messageTokens: MessageTokens
  readonly #factProcessor: InboundFactProcessor
  readonly #suppressAddress: SuppressAddress
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    clocks: TestClocks,
    log: MessageLog,
    messageTokens: MessageTokens,
    factProcessor: InboundFactProcessor,
    suppressAddress: SuppressAddress,
    clock: Clock,
    ids: Ids,
  ) {
    this.#clocks = clocks
    this.#log = log
    this.#messageTokens = messageTokens
    this.#factProcessor = factProcessor
    this.#suppressAddress = suppressAddress
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, messageId, inbound, by }: PlayInboundCommand): Promise<void> {
    const clock = await this.#clocks.find(organizationId)
    if (clock === null) throw new DomainError('TEST_MODE_NEEDED')
    assertStill(clock)
    const message = await this.#log.find(organizationId, messageId)
    if (message === null) throw new DomainError('NOT_FOUND', { message: 'Message not found' })
    const place = message.messageId === null ? null : this.#messageTokens.placeOf(message.messageId)
    if (place === null) {
      const words = 'A message that was not delivered cannot have a reply or bounce'
      throw new DomainError('CONFLICT', { message: words })
    }
    const answer = { place, dueAt: clock.now, inbound }
    const entry = auditEntry(this.#ids.next(), this.#clock.now(), {
      action: 'testMode.reactionSimulated',
      organizationId,
      by,
      subject: { kind: 'organization', id: organizationId, name: null },
      after: { reaction: inbound.kind, messageId },
    })
    await this.#clocks.keepAnswer(organizationId, answer, entry)
    await this.play(organizationId, { ...answer, address: normalizedEmail(message.to) })
  }

  /** Simulates a scheduled reaction that is due by the test clock. A repeat after a crash changes nothing. */
  async play(organizationId: string, answer: DueAnswer): Promise<void> {
    const { inbound, address } = answer
    if (inbound.kind !== 'unsubscribe') {
      const fact = factOf(answer, inbound.kind, this.#messageTokens.messageIdFor(answer.place, null))
      await this.#factProcessor.process({ organizationId, senderId: null, fact })
    } else if (address !== null) {
      const suppression = { organizationId, email: address, reason: 'unsubscribed', by: service } as const
      await this.#suppressAddress.execute(suppression)
    }
    await this.#clocks.notePlayed(answer, this.#clock.now())
  }
}

function factOf(
  { place, dueAt, address, inbound }: DueAnswer,
  kind: Exclude<InboundKind, 'unsubscribe'>,
  messageId: string,
): InboundFact {
  const { text, awaySeconds } = inbound
  const { jobId, recordId, step } = place
  return {
    kind: factKinds[kind],
    key: `test ${kind} ${jobId} ${recordId} ${step} ${dueAt.getTime()}`,
    at: dueAt,
    messageId: null,
    answers: {
      messageIds: [messageId],
      providerId: null,
      providerThread: null,
      addresses: address === null ? [] : [address],
    },
    voucher: 'provider',
    until: awaySeconds === null ? null : new Date(dueAt.getTime() + awaySeconds * 1000),
    status: kind === 'bounce' ? '5.1.1' : null,
    words: text === null ? null : shortTextOf(text),
  }
}
