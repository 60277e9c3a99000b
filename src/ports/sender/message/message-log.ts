import type { Page, PageOf } from '../../../domain/page.ts'
import type {
  LoggedMessage,
  LoggedMessageWithBody,
  MessageState,
} from '../../../domain/sender/message/logged-message.ts'
import type { MessagePlace } from './message-ids.ts'

/** A filter for logged messages; a field that is null does not restrict them. */
export interface MessageFilter {
  /** The e-mail address of the recipient in the form that `normalizedEmail` returns. */
  readonly address: string | null
  readonly senderId: string | null
  readonly jobId: string | null
  readonly state: MessageState | null
}

/** The log of sent and captured messages and their outcomes. `Slices.settleAndMark` writes it. */
export abstract class MessageLog {
  /** Returns a page of logged messages, latest first. */
  abstract list(organizationId: string, filter: MessageFilter, page: Page): Promise<PageOf<LoggedMessage>>

  abstract find(organizationId: string, id: string): Promise<LoggedMessageWithBody | null>

  /**
   * Stores a later fact about a sent message, such as a bounce. Does nothing if the log does not have the
   * message.
   */
  abstract note(
    place: MessagePlace,
    state: 'bounced' | 'complained' | 'replied',
    words: string | null,
  ): Promise<void>

  /** Deletes some messages that were logged before a time; returns false if none are left. */
  abstract clear(before: Date): Promise<boolean>
}
