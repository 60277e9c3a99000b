import type { SenderKind } from '../sender.ts'
import type { FailingMail } from './failing-mail.ts'
import type { InboundFactKind } from './inbound-fact.ts'

/**
 * The position in a mailbox after the last mail that was read, in the format of its server. The next check of
 * the mailbox continues at this position.
 */
export type MailboxCursor = Readonly<Record<string, string | number>>

/** The reason why a mailbox cannot be read. */
export interface MailboxFault {
  readonly code: string
  readonly serverResponse: string
}

/** A sender's mailbox that is due to be checked for new mail. */
export interface DueMailbox {
  readonly senderId: string
  readonly organizationId: string
  readonly kind: SenderKind
  readonly email: string
  /** The name of the IMAP server of the mailbox; null for the mailboxes of providers. */
  readonly host: string | null
  readonly cursor: MailboxCursor | null
  readonly readAt: Date | null
  /** The time when the sender was connected. Its mailbox is read from this time if no cursor was stored. */
  readonly connectedAt: Date
  /**
   * Whether the sender sent a message in the last 7 days. Its mailbox is then read every 20 seconds instead of
   * every 300, because an answer may arrive at any moment.
   */
  readonly isActive: boolean
  readonly failures: number
  readonly failingMails: readonly FailingMail[]
  /**
   * Whether the previous reader of the mailbox ended without storing its result. A mail may have crashed its
   * process.
   */
  readonly wasLeft: boolean
}

/**
 * A reported reaction, such as a bounce, that may be forged: it names an address, and nothing proves that it
 * answers a message of the organization.
 */
export interface UnverifiedReport {
  readonly kind: InboundFactKind
  readonly at: Date
  readonly jobId: string
  readonly recordId: string
  readonly step: number
}

/** The state of a sender's mailbox as the API returns it: when it was read, and what was found. */
export interface MailboxView {
  readonly senderId: string
  readonly readAt: Date | null
  readonly fault: MailboxFault | null
  /** The mails in the mailbox that the service could not process and no longer retries, newest first. */
  readonly quarantined: readonly FailingMail[]
  /** The newest reactions found in the mailbox, such as bounces, that nothing proves to be genuine. */
  readonly unverified: readonly UnverifiedReport[]
  /**
   * The numbers of replies, bounces, complaints and other mails about sent messages that were found in the
   * mailbox in the last 30 days, by kind.
   */
  readonly factCounts: {
    readonly replies: number
    readonly autoReplies: number
    readonly bounces: number
    /**
     * The number of bounces that refused the sender or the content of messages, regardless of the recipient.
     */
    readonly refusals: number
    readonly complaints: number
    /**
     * The number of reactions in the mailbox, such as bounces, that nothing proves to be genuine. They stopped
     * no job and suppressed no address.
     */
    readonly unverified: number
    /** The number of mails in the mailbox that answer no message of the organization. */
    readonly unattributed: number
  }
}

/**
 * The difference in milliseconds between this service's clock and the mailbox server's clock up to which no
 * mail is missed.
 */
const maxClockSkewMs = 10 * 60 * 1000

/**
 * Returns the time from which a mailbox must be read so that no mail after `moment` is missed if the clocks
 * differ.
 */
export function readFromTime(moment: Date): Date {
  return new Date(moment.getTime() - maxClockSkewMs)
}

/**
 * Returns the seconds between two checks of a mailbox for new mail. Active mailboxes are checked often, because
 * a person who answered must not be written to again.
 */
export function readEverySeconds({ isActive }: Pick<DueMailbox, 'isActive'>): number {
  return isActive ? 20 : 300
}

/**
 * The longest time in seconds to the next check of a mailbox. A check that is planned later than this is due at
 * once, because the host's clock was set back after it was planned.
 */
export const maxPlannedSeconds = 3600

/** The number of days for which a sent message makes its sender's mailbox active. */
export const activeDays = 7

export const retryMailSeconds = 60
const maxBackoffSeconds = 30 * 60

/**
 * Returns the seconds until the next check of a mailbox after this number of failed checks in a row: 1, 2, 4
 * minutes, and so on, at most 30 minutes.
 */
export function backoffOf(failures: number): number {
  return Math.min(60 * 2 ** Math.max(0, failures - 1), maxBackoffSeconds)
}
