import type { Page, PageOf } from '../../../domain/page.ts'
import type {
  LoggedMessage,
  LoggedMessageWithBody,
  MessageState,
} from '../../../domain/sender/message/logged-message.ts'
import type { OutboxMessage } from '../../../domain/sender/message/message.ts'
import type { MessagePlace } from './message-tokens.ts'

/** A filter for logged messages; a field that is null does not restrict them. */
export interface MessageFilter {
  /** The e-mail address of the recipient in the form that `normalizedEmail` returns. */
  readonly address: string | null
  readonly senderId: string | null
  readonly jobId: string | null
  readonly state: MessageState | null
}

/**
 * The log of sent and captured messages and their outcomes, with the ids that providers gave them.
 * `Slices.settleAndMark` writes the log. The ids are read back from the provider after the message was logged.
 */
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

  /**
   * Returns messages of a sender whose Message-ID was not read back yet. Half of the returned messages are
   * the oldest, half the newest. Old messages that the provider does not list therefore cannot keep new ones
   * from being read.
   */
  abstract dueIds(senderId: string, most: number): Promise<readonly UnreadMessage[]>

  /**
   * Stores the ids that a provider gave messages; these messages are not due again. Ids that are already
   * known stay.
   */
  abstract keepIds(ids: readonly ReadMessageId[]): Promise<void>

  /** Returns captured messages, latest first: of one job, or of all jobs if `jobId` is null. */
  abstract captured(organizationId: string, jobId: string | null, page: Page): Promise<PageOf<OutboxMessage>>
}

/** A message that left through a provider's API, which may have given it another Message-ID. */
export interface UnreadMessage {
  readonly id: string
  /** The signed Message-ID with which the message was handed to the provider. */
  readonly messageId: string
  /** The provider's id of the message; null if the provider returned none. */
  readonly providerId: string | null
  /** The normalized address of the recipient. */
  readonly address: string
  readonly createdAt: Date
}

/** The ids that a provider gave a message that it sent. */
export interface ReadMessageId {
  readonly id: string
  /** The Message-ID that the recipient sees; null if the provider does not know the message. */
  readonly providerMessageId: string | null
  readonly providerId: string | null
  readonly providerThread: string | null
}
