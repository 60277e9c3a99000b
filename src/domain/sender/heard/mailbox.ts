import type { SenderKind } from '../sender.ts'
import type { FailingMail } from './failing-mail.ts'
import type { HeardKind } from './heard.ts'

/** Where reading goes on: what the server of the mailbox calls it. */
export type MailboxCursor = Readonly<Record<string, string | number>>

/** Why it cannot be read. */
export interface MailboxTrouble {
  readonly code: string
  readonly words: string
}

/** A sender's mailbox whose turn it is. */
export interface DueMailbox {
  readonly senderId: string
  readonly organizationId: string
  readonly kind: SenderKind
  readonly address: string
  /** The name of the IMAP server; null for the mailboxes of providers. */
  readonly host: string | null
  readonly cursor: MailboxCursor | null
  readonly readAt: Date | null
  /** The time since which mail is read if no place was kept: when the sender was connected. */
  readonly connectedAt: Date
  /** Whether a message left by the sender in the last week, so that an answer may arrive at any moment. */
  readonly isActive: boolean
  readonly failures: number
  readonly failingMails: readonly FailingMail[]
  /** Whether the reader before ended without saying how far it came: its process may have died of a mail. */
  readonly wasLeft: boolean
}

/** A fact about a message that may be forged: it names an address, and nothing proves that it answers the message. */
export interface UnprovenFact {
  readonly kind: HeardKind
  readonly at: Date
  readonly jobId: string
  readonly recordId: string
  readonly step: number
}

/** A mailbox as it is looked at. */
export interface MailboxView {
  readonly senderId: string
  readonly readAt: Date | null
  readonly trouble: MailboxTrouble | null
  /** Mails that failed too often and are not tried again, the newest first. */
  readonly setAside: readonly FailingMail[]
  /** The newest facts that nothing proves. */
  readonly unproven: readonly UnprovenFact[]
  /** What was heard in it in the last 30 days. */
  readonly heard: {
    readonly replies: number
    readonly autoReplies: number
    readonly bounces: number
    /** The number of the bounces that refused the sender or the content of messages, whoever the recipient is. */
    readonly refusals: number
    readonly complaints: number
    /** The number of facts that nothing proves. They changed nothing. */
    readonly unproven: number
    /** Answers no message of the organization. */
    readonly strangers: number
  }
}

/** The largest difference between the clocks of this service and of a mailbox's server that loses no mail. */
const mostClockSkewMs = 10 * 60 * 1000

/** The time since which mail is read for a moment from which nothing may be lost. */
export function beforeSkew(moment: Date): Date {
  return new Date(moment.getTime() - mostClockSkewMs)
}

/** A person that has answered must not be written to again, so the mailboxes that expect answers are read often. */
export function readEverySeconds({ isActive }: Pick<DueMailbox, 'isActive'>): number {
  return isActive ? 20 : 300
}

/** A message by a sender counts as recent for this many days. */
export const activeDays = 7

export const retryMailSeconds = 60
const longestBackoffSeconds = 30 * 60

/** After so many failures in a row: a minute, two, four … half an hour. */
export function backoffOf(failures: number): number {
  return Math.min(60 * 2 ** Math.max(0, failures - 1), longestBackoffSeconds)
}
