import { service } from '../../domain/account/audit/actor.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Heard, HeardKind } from '../../domain/sender/heard/heard.ts'
import { wordsOf } from '../../domain/sender/heard/heard.ts'
import type { Inbound, InboundKind } from '../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { MessageIds } from '../../ports/sender/message/message-ids.ts'
import type { MessageLog } from '../../ports/sender/message/message-log.ts'
import type { DueAnswer, TestClocks } from '../../ports/test-mode/test-clocks.ts'
import type { SuppressAddress } from '../person/suppress-address.ts'
import type { FactHearing } from '../sender/heard/fact-hearing.ts'

export interface PlayInboundCommand {
  readonly organizationId: string
  /** The message in the log. */
  readonly messageId: string
  readonly inbound: Inbound
}

const heardKinds: Readonly<Record<Exclude<InboundKind, 'unsubscribe'>, HeardKind>> = {
  reply: 'reply',
  autoReply: 'autoReply',
  bounce: 'hardBounce',
  complaint: 'complaint',
}

/** Plays what comes back of a captured message, by the code that hears of real mail. */
export class PlayInbound {
  readonly #clocks: TestClocks
  readonly #log: MessageLog
  readonly #messageIds: MessageIds
  readonly #hearing: FactHearing
  readonly #suppressAddress: SuppressAddress
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    clocks: TestClocks,
    log: MessageLog,
    messageIds: MessageIds,
    hearing: FactHearing,
    suppressAddress: SuppressAddress,
    clock: Clock,
    ids: Ids,
  ) {
    this.#clocks = clocks
    this.#log = log
    this.#messageIds = messageIds
    this.#hearing = hearing
    this.#suppressAddress = suppressAddress
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, messageId, inbound }: PlayInboundCommand): Promise<void> {
    if (!(await this.#clocks.isTest(organizationId))) throw new DomainError('TEST_MODE_NEEDED')
    const message = await this.#log.find(organizationId, messageId)
    if (message === null) throw new DomainError('NOT_FOUND', { message: 'Message not found' })
    const ids = message.messageId === null ? [] : [message.messageId]
    await this.#play(organizationId, inbound, ids, normalizedEmail(message.to), this.#ids.next())
  }

  /** Plays what a rule lets come back. A repeat after a crash changes nothing. */
  async byRule(organizationId: string, { place, address, inbound }: DueAnswer): Promise<void> {
    const { jobId, recordId, step } = place
    const ids = [this.#messageIds.idFor(place, null)]
    await this.#play(organizationId, inbound, ids, address, `${jobId} ${recordId} ${step}`)
  }

  async #play(
    organizationId: string,
    { kind, text, awaySeconds }: Inbound,
    messageIds: readonly string[],
    address: string | null,
    key: string,
  ): Promise<void> {
    const at = this.#clock.now()
    if (kind === 'unsubscribe') {
      if (address === null) return
      const by = service
      await this.#suppressAddress.execute({ organizationId, email: address, reason: 'unsubscribed', by })
      return
    }
    const fact: Heard = {
      kind: heardKinds[kind],
      key: `test ${kind} ${key}`,
      at,
      messageId: null,
      answers: {
        messageIds,
        providerId: null,
        providerThread: null,
        addresses: address === null ? [] : [address],
      },
      voucher: 'provider',
      until: awaySeconds === null ? null : new Date(at.getTime() + awaySeconds * 1000),
      status: kind === 'bounce' ? '5.1.1' : null,
      words: text === null ? null : wordsOf(text),
    }
    await this.#hearing.hear({ organizationId, senderId: null, fact })
  }
}
