import type { FailingMail } from '../../../domain/sender/inbound/failing-mail.ts'
import type {
  DueMailbox,
  MailboxCursor,
  MailboxTrouble,
  MailboxView,
} from '../../../domain/sender/inbound/mailbox.ts'

/** The result of reading new mail from a mailbox, which is stored for the next reading. */
export interface MailboxReadResult {
  readonly senderId: string
  readonly holder: string
  /** The new cursor of the mailbox; null to keep the former one. */
  readonly cursor: MailboxCursor | null
  readonly trouble: MailboxTrouble | null
  readonly failingMails: readonly FailingMail[]
  readonly dueInSeconds: number
  /**
   * Whether unread mail is left, so that the mailbox does not count as read until now. If its cursor gets lost,
   * mail is read from the time of the last reading that left none.
   */
  readonly more?: boolean
}

/** Stores how far the mailboxes of senders were read. A mailbox has one reader at a time. */
export abstract class Mailboxes {
  /**
   * Reserves the mailbox that has been due for longest for one reader; null if none is due. If the reader
   * does not call `keep`, the mailbox becomes due again after `seconds`. Skips mailboxes of the organizations
   * in `without`.
   */
  abstract take(holder: string, seconds: number, without: readonly string[]): Promise<DueMailbox | null>
  /** Stores the result of reading a mailbox. Does nothing if another reader has the mailbox by now. */
  abstract keep(turn: MailboxReadResult): Promise<void>
  /** Ends the reservation of a mailbox that was not read, so that another reader may take it at once. */
  abstract release(turn: Pick<MailboxReadResult, 'senderId' | 'holder'>): Promise<void>
  /**
   * Stores the mails of a mailbox whose processing failed, while the mailbox is still being read. Does
   * nothing if another reader has the mailbox by now.
   */
  abstract noteFailing(turn: Pick<MailboxReadResult, 'senderId' | 'holder' | 'failingMails'>): Promise<void>
  abstract list(organizationId: string): Promise<readonly MailboxView[]>
  /**
   * Deletes one batch of inbound facts (replies, bounces and complaints) from before a time; returns false if
   * none are left.
   */
  abstract deleteInboundFacts(before: Date): Promise<boolean>
}
