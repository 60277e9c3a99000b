import { type AuditEntry, auditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertStill } from '../../domain/test-mode/test-clock.ts'
import type { Inbound } from '../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { MessageLog } from '../../ports/sender/message/message-log.ts'
import type { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import type { PlannedReaction, TestClockStore } from '../../ports/test-mode/test-clocks.ts'
import type { TestReactions } from './test-reactions.ts'

export interface PlayInboundCommand extends Requester {
  /** The id of the captured message in the log of messages. */
  readonly messageId: string
  readonly inbound: Inbound
}

/** The number of different reactions of one kind to a message that can be simulated at one time of the test clock. */
const maxAtOnce = 100

const sameReaction =
  'The same reaction to this message was already simulated at the present time of the test clock. Change its text, or advance the test clock'
const tooMany = `Up to ${maxAtOnce} reactions of a kind to a message can be simulated at one time of the test clock. Advance the test clock`

/** Simulates a reply, bounce or other reaction to a captured message at once. */
export class PlayInbound {
  readonly #clocks: TestClockStore
  readonly #log: MessageLog
  readonly #messageTokens: MessageTokens
  readonly #reactions: TestReactions
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    clocks: TestClockStore,
    log: MessageLog,
    messageTokens: MessageTokens,
    reactions: TestReactions,
    clock: Clock,
    ids: Ids,
  ) {
    this.#clocks = clocks
    this.#log = log
    this.#messageTokens = messageTokens
    this.#reactions = reactions
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, messageId, inbound, by }: PlayInboundCommand): Promise<void> {
    const clock = await this.#clocks.find(organizationId)
    if (clock === null) throw new DomainError('TEST_MODE_REQUIRED')
    assertStill(clock)
    const message = await this.#log.find(organizationId, messageId)
    if (message === null) throw new DomainError('NOT_FOUND', { message: 'Message not found' })
    const place = message.messageId === null ? null : this.#messageTokens.placeOf(message.messageId)
    if (place === null) {
      throw new DomainError('CONFLICT', {
        message: 'A message that was not delivered cannot have a reply or bounce',
      })
    }
    const entry = auditEntry(this.#ids.next(), this.#clock.now(), {
      action: 'testMode.reactionSimulated',
      organizationId,
      by,
      subject: { kind: 'organization', id: organizationId, name: null },
      after: { reaction: inbound.kind, messageId },
    })
    const dueAt = await this.#store(organizationId, { place, dueAt: clock.now, inbound }, entry)
    const address = normalizedEmail(message.to)
    await this.#reactions.play(organizationId, { place, dueAt, inbound, address })
  }

  /**
   * Stores a reaction and returns its time. A different reaction of the same kind at the same time of the test
   * clock gets the next free millisecond. A reaction that took place already is refused.
   */
  async #store(organizationId: string, reaction: PlannedReaction, entry: AuditEntry): Promise<Date> {
    for (let later = 0; later < maxAtOnce; later++) {
      const dueAt = new Date(reaction.dueAt.getTime() + later)
      const result = await this.#clocks.keepAnswer(organizationId, { ...reaction, dueAt }, entry)
      if (result === 'noMessage') throw new DomainError('NOT_FOUND', { message: 'Message not found' })
      // Plays a pending reaction again, because the process may have stopped before it took place.
      if (result === 'stored' || result === 'pending') return dueAt
      if (result === 'played') throw new DomainError('CONFLICT', { message: sameReaction })
    }
    throw new DomainError('CONFLICT', { message: tooMany })
  }
}
