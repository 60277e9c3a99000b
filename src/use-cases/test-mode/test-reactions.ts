import { service } from '../../domain/account/audit/actor.ts'
import {
  type InboundFact,
  type InboundFactKind,
  type InboundKind,
  shortTextOf,
} from '../../domain/sender/inbound/inbound-fact.ts'
import { asksToStop } from '../../domain/sender/inbound/opt-out-words.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import type { DueAnswer, TestClockStore } from '../../ports/test-mode/test-clocks.ts'
import type { AddressSuppressor } from '../contact/address-suppressor.ts'
import type { InboundFactProcessor } from '../sender/inbound/inbound-fact-processor.ts'

const factKinds: Readonly<Record<Exclude<InboundKind, 'unsubscribe'>, InboundFactKind>> = {
  reply: 'reply',
  autoReply: 'autoReply',
  bounce: 'hardBounce',
  complaint: 'complaint',
}

/** Simulates reactions to captured messages, using the code that processes real inbound mail. */
export class TestReactions {
  readonly #clocks: TestClockStore
  readonly #messageTokens: MessageTokens
  readonly #factProcessor: InboundFactProcessor
  readonly #addressSuppressor: AddressSuppressor
  readonly #clock: Clock

  constructor(
    clocks: TestClockStore,
    messageTokens: MessageTokens,
    factProcessor: InboundFactProcessor,
    addressSuppressor: AddressSuppressor,
    clock: Clock,
  ) {
    this.#clocks = clocks
    this.#messageTokens = messageTokens
    this.#factProcessor = factProcessor
    this.#addressSuppressor = addressSuppressor
    this.#clock = clock
  }

  /** Simulates a reaction that is due by the test clock. A repeat after a crash changes nothing. */
  async play(organizationId: string, answer: DueAnswer): Promise<void> {
    const { inbound, address } = answer
    if (inbound.kind !== 'unsubscribe') {
      const fact = factOf(answer, inbound.kind, this.#messageTokens.messageIdFor(answer.place, null))
      await this.#factProcessor.process({ organizationId, senderId: null, fact })
    } else if (address !== null) {
      const suppression = { organizationId, email: address, reason: 'unsubscribed', by: service } as const
      await this.#addressSuppressor.suppress(suppression)
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
    asksToStop: kind === 'reply' && text !== null && asksToStop({ subject: '', text }),
    until: awaySeconds === null ? null : new Date(dueAt.getTime() + awaySeconds * 1000),
    status: kind === 'bounce' ? '5.1.1' : null,
    serverResponse: text === null ? null : shortTextOf(text),
    mail: {
      content: {
        from: address,
        to: [],
        subject: '',
        text: text ?? '',
        html: null,
        attachments: [],
        isTruncated: false,
      },
      messageId: null,
      providerId: null,
    },
  }
}
