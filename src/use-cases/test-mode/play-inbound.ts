import type { Actor } from '../../domain/account/audit/actor.ts'
import { auditEntry } from '../../domain/account/audit/audit-entry.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertStill } from '../../domain/test-mode/test-clock.ts'
import type { Inbound } from '../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { MessageLog } from '../../ports/sender/message/message-log.ts'
import type { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'
import type { TestReactions } from './test-reactions.ts'

export interface PlayInboundCommand {
  readonly organizationId: string
  /** The id of the captured message in the log of messages. */
  readonly messageId: string
  readonly inbound: Inbound
  readonly by: Actor
}

/** Simulates a reply, bounce or other reaction to a captured message at once. */
export class PlayInbound {
  readonly #clocks: TestClocks
  readonly #log: MessageLog
  readonly #messageTokens: MessageTokens
  readonly #reactions: TestReactions
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    clocks: TestClocks,
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
    await this.#reactions.play(organizationId, { ...answer, address: normalizedEmail(message.to) })
  }
}
