import type { SenderKind } from '../sender.ts'
import type { FailingMail } from './failing-mail.ts'
import type { InboundFactKind } from './inbound-fact.ts'

/** The place where reading continues, in the terms of the mailbox's server. */
export type MailboxCursor = Readonly<Record<string, string | number>>

/** The reason why a mailbox cannot be read. */
export interface MailboxTrouble {
  readonly code: string
  readonly words: string
}

/** A mailbox of a sender that is due to be read. */
export interface DueMailbox {
  readonly senderId: string
  readonly organizationId: string
  readonly kind: SenderKind
  readonly address: string
  /** The name of the IMAP server; null for the mailboxes of providers. */
  readonly host: string | null
  readonly cursor: MailboxCursor | null
  readonly readAt: Date | null
  /** The time when the sender was connected. Mail is read from this time if no cursor was stored. */
  readonly connectedAt: Date
  /** Whether a message left by the sender in the last 7 days, so that an answer may arrive at any moment. */
  readonly isActive: boolean
  readonly failures: number
  readonly failingMails: readonly FailingMail[]
  /** Whether the previous reader ended without storing its result. A mail may have crashed its process. */
  readonly wasLeft: boolean
}

/** A fact that may be forged: it names an address, and nothing proves that it answers the message. */
export interface UnprovenFact {
  readonly kind: InboundFactKind
  readonly at: Date
  readonly jobId: string
  readonly recordId: string
  readonly step: number
}

/** A mailbox as the API returns it. */
export interface MailboxView {
  readonly senderId: string
  readonly readAt: Date | null
  readonly trouble: MailboxTrouble | null
  /** Mails that failed too often and are not retried, newest first. */
  readonly setAside: readonly FailingMail[]
  /** The newest unproven facts. */
  readonly unproven: readonly UnprovenFact[]
  /** The numbers of facts from the last 30 days, by kind. */
  readonly heard: {
    readonly replies: number
    readonly autoReplies: number
    readonly bounces: number
    /** The number of bounces that refused the sender or the content of messages, whoever the recipient is. */
    readonly refusals: number
    readonly complaints: number
    /** The number of unproven facts. They changed nothing. */
    readonly unproven: number
    /** The number of mails that answer no message of the organization. */
    readonly strangers: number
  }
}

/**
 * The largest difference in milliseconds between our clock and the mailbox server's clock that loses no mail.
 */
const mostClockSkewMs = 10 * 60 * 1000

/** Returns the time from which mail must be read so that no mail after `moment` is missed. */
export function readFromTime(moment: Date): Date {
  return new Date(moment.getTime() - mostClockSkewMs)
}

/**
 * Returns the seconds between two readings. A person who answered must not be written to again, so active
 * mailboxes are read often.
 */
export function readEverySeconds({ isActive }: Pick<DueMailbox, 'isActive'>): number {
  return isActive ? 20 : 300
}

/**
 * The longest time in seconds for which a reading can be planned. A reading that is planned for later is due at
 * once, because the host's clock was set back after it was planned.
 */
export const longestPlannedSeconds = 3600

/** The number of days for which a sent message makes its sender's mailbox active. */
export const activeDays = 7

export const retryMailSeconds = 60
const longestBackoffSeconds = 30 * 60

/**
 * Returns the seconds to wait after this number of failures in a row: 1, 2, 4 minutes, and so on, at most 30
 * minutes.
 */
export function backoffOf(failures: number): number {
  return Math.min(60 * 2 ** Math.max(0, failures - 1), longestBackoffSeconds)
}
