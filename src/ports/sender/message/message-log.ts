import type { Page, PageOf } from '../../../domain/page.ts'
import type {
  LoggedMessage,
  LoggedMessageWithBody,
  MessageState,
} from '../../../domain/sender/message/logged-message.ts'
import type { MessagePlace } from './message-ids.ts'

/** Which messages; what is null is not asked for. */
export interface MessageFilter {
  /** As `normalizedEmail` leaves it. */
  readonly address: string | null
  readonly senderId: string | null
  readonly jobId: string | null
  readonly state: MessageState | null
}

/** What was sent, or captured, and what became of it. `Slices.settleAndMark` writes it. */
export abstract class MessageLog {
  /** The latest first. */
  abstract list(organizationId: string, filter: MessageFilter, page: Page): Promise<PageOf<LoggedMessage>>

  abstract find(organizationId: string, id: string): Promise<LoggedMessageWithBody | null>

  /** What was heard of a message after it was sent; nothing where the log does not have it. */
  abstract note(
    place: MessagePlace,
    state: 'bounced' | 'complained' | 'replied',
    words: string | null,
  ): Promise<void>

  /** Forgets some of those that were logged before then. False when there are none. */
  abstract clear(before: Date): Promise<boolean>
}
