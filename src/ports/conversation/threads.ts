import type { Reach } from '../../domain/account/reach.ts'
import type {
  ListedThread,
  Thread,
  ThreadMessage,
  ThreadMessageKind,
} from '../../domain/conversation/thread.ts'
import type { SentPlace } from '../../domain/conversation/thread-keys.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { MailContent } from '../../domain/sender/message/mail-content.ts'
import type { InTransaction } from '../in-transaction.ts'

/** A mail to store in its thread, and the thread that begins with it if none has one of its keys. */
export interface NewThreadMail {
  readonly organizationId: string
  /** The id of the mail. */
  readonly id: string
  readonly thread: Pick<Thread, 'id' | 'spinnerId' | 'address' | 'senderId'>
  readonly kind: ThreadMessageKind
  /** A text that identifies the mail in the organization, so that it is stored once. */
  readonly identity: string
  readonly at: Date
  /** The sender in whose mailbox the mail lies; null if an event of a provider reported it. */
  readonly senderId: string | null
  /** The provider's id of the mail in that mailbox. */
  readonly providerId: string | null
  /** The normalized address of the author, or of the recipient of a mail that a member wrote. */
  readonly address: string | null
  readonly place: SentPlace | null
  readonly content: MailContent
  /** The texts of which a mail of the same thread has one; see `threadKeysOf`. */
  readonly keys: readonly string[]
  /** The keyed digests of the words by which the mail is found. */
  readonly words: readonly string[]
  /** The ids of the labels that the thread gets. */
  readonly labels: readonly string[]
  /** Whether the mail was processed before, so that only its place in another mailbox is stored. */
  readonly isRepeat: boolean
}

/** The outcome of adding a mail to its thread. */
export interface AddedThreadMail {
  readonly threadId: string
  /** Whether the mail was stored; false for a mail that was stored before, and for an automatic answer too many. */
  readonly isNew: boolean
  /** The ids of the labels of the mail that the thread did not have. */
  readonly addedLabels: readonly string[]
}

/** A filter for threads; an absent or null field does not restrict the list. */
export interface ThreadFilter {
  readonly status?: 'open' | 'snoozed' | 'done' | null
  readonly isUnread?: boolean | null
  readonly isAwaiting?: boolean | null
  readonly assigneeId?: string | null
  /** The id of a label that the threads have. */
  readonly label?: string | null
  /** The normalized address of the person. */
  readonly address?: string | null
  readonly spinnerId?: string | null
  /** The keyed digests of words that one mail of a thread contains. */
  readonly words?: readonly string[] | null
  /** The ids of the projects whose threads are listed. */
  readonly projectIds?: readonly string[] | null
}

/** The numbers of open threads that are not snoozed, and of snoozed threads. */
export interface ThreadCounts {
  readonly all: number
  readonly unread: number
  readonly awaiting: number
  readonly snoozed: number
  /** The number of open threads of the asking member; 0 for an API key. */
  readonly mine: number
}

/** A thread with the job and the record that it is about, as events describe it. */
export interface ThreadPlace extends Pick<Thread, 'id' | 'organizationId' | 'spinnerId' | 'address'> {
  readonly projectId: string | null
  readonly dataTableId: string | null
  readonly jobId: string | null
  readonly recordId: string | null
}

/** The changes that members make to a thread. */
export type ThreadChanges = Partial<
  Pick<Thread, 'status' | 'snoozedUntil' | 'isUnread' | 'assigneeId' | 'labels' | 'lastAnswerAt'>
>

/** Stores the threads of organizations, with the mails that are no messages of jobs. */
export abstract class ThreadStore {
  /** Returns whether an organization stores replies. */
  abstract keepsReplies(organizationId: string): Promise<boolean>
  /**
   * Stores a mail in the thread to which one of its keys belongs, and merges the threads of its keys if they are several.
   * Returns null if the mail was processed before and is not stored, or if it is about an erased record. Does not store
   * automatic answers after the third of a day. Locks the threads of the organization until the end of the
   * transaction, so call it last.
   */
  abstract add(this: InTransaction, mail: NewThreadMail): Promise<AddedThreadMail | null>
  /** Returns a page of threads, those with the newest mail first. */
  abstract list(
    organizationId: string,
    filter: ThreadFilter,
    now: Date,
    page: Page,
  ): Promise<PageOf<ListedThread>>
  abstract counts(
    organizationId: string,
    of: { readonly userId: string | null; readonly projectIds: readonly string[] | null; readonly now: Date },
  ): Promise<ThreadCounts>
  abstract find(
    organizationId: string,
    id: string,
    projectIds: readonly string[] | null,
  ): Promise<ListedThread | null>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<Thread | null>
  abstract change(this: InTransaction, thread: Thread, changes: ThreadChanges): Promise<void>
  /** Returns a thread as events describe it, with the latest job that wrote to its person. */
  abstract placeOf(this: InTransaction, thread: Thread): Promise<ThreadPlace>
  /** Returns a page of the messages of a thread, newest first: its mails, and the messages of jobs within reach. */
  abstract messages(reach: Reach, threadId: string, page: Page): Promise<PageOf<ThreadMessage>>
  /**
   * Deletes mails that are older than the days that their organization chose, otherwise than `retentionDays` (null for no
   * limit), batch by batch, until the signal aborts. The age in a test organization is measured by its test clock.
   */
  abstract clear(retentionDays: number | null, now: Date, signal: AbortSignal): Promise<void>
}
