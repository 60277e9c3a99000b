import { revisionOfContent } from '../revision.ts'
import type { MessageStatus } from '../sender/message/logged-message.ts'
import type { MailAttachment, MailContent } from '../sender/message/mail-content.ts'

/** The kinds of stored mails of a thread. Messages of jobs are in the log of messages instead. */
export const storedMailKinds = ['reply', 'autoReply', 'bounce', 'handWritten', 'answer'] as const
export type ThreadMessageKind = (typeof storedMailKinds)[number]

/** The states of a thread. A thread is `snoozed` if it is open and its `snoozedUntil` is in the future. */
export const threadStatuses = ['open', 'snoozed', 'done'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

/** A conversation with a person: the messages of jobs, and the mails that answer each other. */
export interface Thread {
  readonly id: string
  readonly organizationId: string
  /** The spinner whose message was answered first; null for a thread that a mail by hand began. */
  readonly spinnerId: string | null
  /** The normalized address of the person. */
  readonly address: string
  /** The sender whose mailbox answers; null if the mail server of the deployment wrote. */
  readonly senderId: string | null
  readonly status: 'open' | 'done'
  readonly snoozedUntil: Date | null
  readonly isUnread: boolean
  readonly assigneeId: string | null
  readonly labels: readonly string[]
  /** The number of stored mails, without the messages of jobs. */
  readonly messageCount: number
  /** The number of automatic answers that were not stored, because two machines answered each other. */
  readonly omittedCount: number
  readonly lastMessageAt: Date
  readonly lastReplyAt: Date | null
  readonly lastAnswerAt: Date | null
  readonly createdAt: Date
}

/** A thread as lists show it, with the beginning of its latest mail. */
export interface ListedThread extends Thread {
  readonly latest:
    | (Pick<MailContent, 'from' | 'subject' | 'text'> & { readonly kind: ThreadMessageKind })
    | null
}

/** A message of a thread: a stored mail, or a message that a job sent. */
export interface ThreadMessage {
  readonly id: string
  readonly kind: ThreadMessageKind | 'sent'
  readonly at: Date
  readonly from: string | null
  readonly to: readonly string[]
  readonly subject: string
  /** The text of the message; null if it is not stored. */
  readonly text: string | null
  readonly html: string | null
  readonly attachments: readonly MailAttachment[]
  readonly isTruncated: boolean
  readonly senderId: string | null
  /** The state of a message that a job sent; null for mails. */
  readonly status: MessageStatus | null
  readonly jobId: string | null
  readonly recordId: string | null
  readonly step: number | null
}

/** Returns whether the latest mail of a thread is a person's that no member has answered. */
export function isAwaiting({ status, lastReplyAt, lastAnswerAt }: Thread): boolean {
  return status === 'open' && lastReplyAt !== null && (lastAnswerAt === null || lastAnswerAt < lastReplyAt)
}

export function statusOfThread({ status, snoozedUntil }: Thread, now: Date): ThreadStatus {
  return status === 'open' && snoozedUntil !== null && snoozedUntil > now ? 'snoozed' : status
}

/** Returns the revision of what members change of a thread. New mails do not change it. */
export function revisionOfThread({ status, snoozedUntil, isUnread, assigneeId, labels }: Thread): number {
  return revisionOfContent({
    status,
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
    isUnread,
    assigneeId,
    labels: labels.toSorted(),
  })
}
