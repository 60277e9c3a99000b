import type { Page, PageOf } from '../../../domain/page.ts'
import type {
  LoggedMessage,
  LoggedMessageWithBody,
  MessageStatus,
  ReactionKind,
} from '../../../domain/sender/message/logged-message.ts'
import type { OutboxMessage } from '../../../domain/sender/message/message.ts'

/** A filter for the log of messages; an absent or null field does not restrict the list. */
export interface MessageFilter {
  /** The e-mail address of the recipient in the form that `normalizedEmail` returns. */
  readonly address?: string | null
  readonly senderId?: string | null
  readonly jobId?: string | null
  readonly spinnerId?: string | null
  /** The number of the step that sent the message, from 0. */
  readonly step?: number | null
  readonly status?: MessageStatus | null
  /** Lists messages of this time or later. */
  readonly since?: Date | null
  /** Lists messages before this time. */
  readonly until?: Date | null
  /** Lists messages with a reaction of this kind. */
  readonly reaction?: ReactionKind | null
  /** Lists messages whose first reaction of a kind came at this time or later. */
  readonly reactedSince?: Date | null
  /** Lists messages whose first reaction of a kind came before this time. */
  readonly reactedUntil?: Date | null
  /** The ids of the projects whose messages are listed. */
  readonly projectIds?: readonly string[] | null
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
   * Deletes messages that were logged before a time, batch by batch, until the signal aborts. The age of a message
   * of a test organization is measured by its test clock, and `now` is the real time. A message of a job with
   * recipients only loses its content and is no longer listed, because replies and threads need its ids.
   * Reactions of this age whose message is not logged yet lose their words.
   */
  abstract clear(before: Date, now: Date, signal: AbortSignal): Promise<void>

  /**
   * Deletes the bodies of logged messages that are older than the `bodyDays` of their organization, batch by batch,
   * until the signal aborts.
   */
  abstract clearBodies(now: Date, signal: AbortSignal): Promise<void>

  /**
   * Returns sent messages of a sender whose Message-ID was not yet read back from the provider: half of them
   * the oldest, half the newest. So old messages that the provider never lists do not block new ones.
   */
  abstract dueIds(senderId: string, most: number): Promise<readonly UnreadMessage[]>

  /**
   * Stores the ids that a provider gave to sent messages, which `dueIds` then no longer returns. Known ids
   * are not replaced.
   */
  abstract keepIds(ids: readonly ReadMessageId[]): Promise<void>

  /** Returns captured messages, latest first: of one job, or of all jobs if `jobId` is null. */
  abstract captured(organizationId: string, jobId: string | null, page: Page): Promise<PageOf<OutboxMessage>>
}

/** A message that was sent through a provider's API, which may have replaced its Message-ID. */
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

/** The ids that a mail provider gave to a message when it sent it. */
export interface ReadMessageId {
  readonly id: string
  /** The Message-ID that the recipient sees; null if the provider does not know the message. */
  readonly providerMessageId: string | null
  readonly providerId: string | null
  readonly providerThread: string | null
}
