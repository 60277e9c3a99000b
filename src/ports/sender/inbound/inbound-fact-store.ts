import type { FailingMail } from '../../../domain/sender/inbound/failing-mail.ts'
import type { AnsweredMessage, InboundFactKind } from '../../../domain/sender/inbound/inbound-fact.ts'
import type {
  DueMailbox,
  MailboxCursor,
  MailboxFault,
  MailboxView,
} from '../../../domain/sender/inbound/mailbox.ts'
import type { InTransaction } from '../../in-transaction.ts'
import type { MessagePlace } from '../message/message-tokens.ts'
import type { HealthNote } from '../pacing/sender-health.ts'

/**
 * The outcome of an inbound fact (a reply, bounce or complaint). `nobody`: it is about no message of the
 * organization. `unverified`: it names an address that was written to, but may be forged.
 */
export type InboundFactOutcome = 'stopped' | 'held' | 'suppressed' | 'noted' | 'nobody' | 'unverified'

export interface InboundFactEntry {
  readonly organizationId: string
  readonly key: string
  readonly kind: InboundFactKind
  readonly senderId: string | null
  readonly at: Date
  /** The message that the reply, bounce or complaint is about; null if it is unknown. */
  readonly place: MessagePlace | null
}

/** A sent message as events describe it. */
export interface ReportedMessage {
  /** The project of the spinner; null if the spinner and its data table were deleted permanently. */
  readonly projectId: string | null
  readonly spinnerId: string
  readonly dataTableId: string
  /** The id of the message in the log of messages; null if it is not in the log (yet). */
  readonly messageId: string | null
  /**
   * The address to which the message was sent. Null if the message is not in the log (yet), and no message to the
   * recipient was sent to an address that the record has.
   */
  readonly address: string | null
}

/** The result of reading new mail from a mailbox, which is stored for the next reading. */
export interface MailboxReadResult {
  readonly senderId: string
  readonly holder: string
  /** The new cursor of the mailbox; null to keep the former one. */
  readonly cursor: MailboxCursor | null
  readonly fault: MailboxFault | null
  readonly failingMails: readonly FailingMail[]
  readonly dueInSeconds: number
  /**
   * Whether unread mail is left, so that the mailbox does not count as read until now. If its cursor gets lost,
   * mail is read from the time of the last reading that left none.
   */
  readonly more?: boolean
}

/**
 * Stores the inbound facts (replies, bounces and complaints) of the last 30 days, and finds the sent messages
 * that they are about. Stores how far the mailboxes of senders were read, too. A mailbox has one reader at a time.
 */
export abstract class InboundFactStore {
  /**
   * Adds an inbound fact (a reply, bounce or complaint); returns false if it was added before. A fact whose message
   * is known (`isAttributed`) replaces the same fact with the outcome `nobody`, which another mailbox may have
   * reported without proof of its message. If two calls add the same fact at once, the second waits for the first.
   */
  abstract enter(this: InTransaction, entry: InboundFactEntry, isAttributed: boolean): Promise<boolean>
  abstract note(this: InTransaction, entry: InboundFactEntry, outcome: InboundFactOutcome): Promise<void>
  /** Returns the organization of a job; null if the database has no such job. */
  abstract organizationOfJob(this: InTransaction, jobId: string): Promise<string | null>
  /**
   * Returns whether a restore of the database lost what was stored at any time from `earliest` to `latest`. A
   * restore loses everything between the moment of its backup and the restore itself.
   */
  abstract wasLostByRestore(this: InTransaction, earliest: Date, latest: Date): Promise<boolean>
  /** Returns the message at a place, as events describe it; null if the organization has no such job. */
  abstract messageAt(
    this: InTransaction,
    organizationId: string,
    place: MessagePlace,
  ): Promise<ReportedMessage | null>
  /**
   * Returns the sent message that an inbound fact is about: the message with this provider id, or the latest
   * of this conversation. `isExact` is true if the fact names the message itself by an id.
   */
  abstract sentAs(
    this: InTransaction,
    organizationId: string,
    senderId: string | null,
    answers: Pick<AnsweredMessage, 'messageIds' | 'providerId' | 'providerThread'>,
  ): Promise<(MessagePlace & { readonly isExact: boolean }) | null>
  /**
   * Returns the message that a provider sent under one of these Message-IDs. The ids were read from the
   * provider, so they are as trustworthy as an id that this service signed.
   */
  abstract sentUnder(
    this: InTransaction,
    organizationId: string,
    messageIds: readonly string[],
  ): Promise<MessagePlace | null>
  /**
   * Returns the latest message that was sent to an e-mail address in a period, including its end; null if there is none.
   */
  abstract lastWrittenTo(
    this: InTransaction,
    organizationId: string,
    address: string,
    period: { readonly since: Date; readonly until: Date },
  ): Promise<MessagePlace | null>
  /** Returns whether messages to this recipient of a job were sent to the given address. */
  abstract wentTo(
    this: InTransaction,
    organizationId: string,
    address: string,
    place: MessagePlace,
  ): Promise<boolean>
  /**
   * Returns the sender and the spinner of a sent message; null if the deployment's own mail server sent it.
   */
  abstract sentBy(
    this: InTransaction,
    place: MessagePlace,
  ): Promise<{ readonly senderId: string; readonly spinnerId: string } | null>
  /**
   * Counts a failure of a message against its sender. Returns whether the failure paused the sender. Ignores
   * senders that do not exist. Locks counts of senders, so call it after recipients were stopped.
   */
  abstract countFailure(this: InTransaction, note: HealthNote): Promise<boolean>
  /**
   * Stores a reply, bounce or complaint in the log of messages. If the log does not have the message yet, because its
   * outcome is not stored, the message gets the state and the words when it is logged. Call it after `countFailure`, because a runtime locks the counts before the log.
   */
  abstract noteInLog(
    this: InTransaction,
    entry: InboundFactEntry,
    place: MessagePlace,
    status: 'bounced' | 'complained' | 'replied',
    serverResponse: string | null,
  ): Promise<void>

  /**
   * Reserves the mailbox that has been due for longest for one reader; null if none is due. If the reader
   * does not call `storeReading`, the mailbox becomes due again after `seconds`. Skips mailboxes of the organizations
   * in `without`.
   */
  abstract takeMailbox(
    holder: string,
    seconds: number,
    without: readonly string[],
  ): Promise<DueMailbox | null>
  /** Stores the result of reading a mailbox. Does nothing if another reader has the mailbox by now. */
  abstract storeReading(turn: MailboxReadResult): Promise<void>
  /** Ends the reservation of a mailbox that was not read, so that another reader may take it at once. */
  abstract releaseMailbox(turn: Pick<MailboxReadResult, 'senderId' | 'holder'>): Promise<void>
  /**
   * Stores the mails of a mailbox whose processing failed, while the mailbox is still being read. Does
   * nothing if another reader has the mailbox by now.
   */
  abstract noteFailingMails(
    turn: Pick<MailboxReadResult, 'senderId' | 'holder' | 'failingMails'>,
  ): Promise<void>
  abstract mailboxes(organizationId: string): Promise<readonly MailboxView[]>
  /**
   * Deletes one batch of inbound facts (replies, bounces and complaints) from before a time; returns false if
   * none are left.
   */
  abstract deleteOld(before: Date): Promise<boolean>
}
