import { createHash } from 'node:crypto'
import type { Reach } from '../../../domain/account/reach.ts'
import type { ListedThread, Thread, ThreadMessage } from '../../../domain/conversation/thread.ts'
import { type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import {
  type NewThreadMail,
  type ThreadChanges,
  type ThreadCounts,
  type ThreadFilter,
  type ThreadPlace,
  ThreadStore,
} from '../../../ports/conversation/threads.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { openedMailHead, sealedMailHead, sealMailRest } from '../sender/message/mail-rows.ts'
import { sqlFunction } from '../sql-function.ts'
import {
  areWordsCommon,
  countThreads,
  findThread,
  type ListedRow,
  listCall,
  placeOfThread,
  threadColumns,
} from './thread-list.ts'
import { readThreadMessages } from './thread-messages.ts'

const organizations = entity('organizations', 'keepReplies')
const threads = entity('threads', ...threadColumns)

const addThreadMessage = sqlFunction(
  'add_thread_message',
  'p_thread',
  'p_message',
  'p_provider_id',
  'p_digest',
  'p_head',
  'p_ciphertext',
  'p_keys',
  'p_words',
  'p_labels',
  'p_repeats',
)

const clearMessages = sqlFunction('clear_thread_messages', 'p_organization', 'p_before', 'p_most')

/** The number of mails that one commit deletes. */
const atOnce = 1_000

const findOldMails: Statement = {
  name: 'find_old_mails_of_threads',
  text: `
    select o.id as "organizationId", x.before
      from organizations o
      left join test_clocks c on c.organization_id = o.id
     cross join lateral (
       select coalesce(c.now, $2::timestamptz) - make_interval(days => coalesce(o.keep_replies_days, $1)) as before) x
     where exists (select from thread_messages m where m.organization_id = o.id and m.at < x.before)`,
}

export class PostgresThreadStore extends ThreadStore {
  readonly #executor: Executor
  readonly #sealing: Sealing

  constructor(executor: Executor, sealing: Sealing) {
    super()
    this.#executor = executor
    this.#sealing = sealing
  }

  override async keepsReplies(organizationId: string): Promise<boolean> {
    const row = await organizations.within(this.#executor).find({ id: organizationId })
    return row?.keepReplies ?? false
  }

  override async add(mail: NewThreadMail) {
    const { id, organizationId, thread, kind, at, senderId, address, place, content } = mail
    const { jobId = null, recordId = null, step = null } = place ?? {}
    const message = { id, kind, at, sender_id: senderId, address, job_id: jobId, record_id: recordId, step }
    type Row = {
      readonly thread_id: string | null
      readonly is_new: boolean
      readonly added_labels: string[]
    }
    const [row] = await this.#executor.write<Row>(
      ...addThreadMessage({
        p_thread: JSON.stringify({
          id: thread.id,
          organization_id: organizationId,
          spinner_id: thread.spinnerId,
          address: thread.address,
          sender_id: thread.senderId,
        }),
        p_message: JSON.stringify(message),
        p_provider_id: mail.providerId,
        p_digest: digestOfKey(mail.identity),
        p_head: sealedMailHead(content, id, this.#sealing),
        p_ciphertext: sealMailRest(content, id, this.#sealing),
        p_keys: mail.keys.map(digestOfKey),
        p_words: mail.words,
        p_labels: mail.labels,
        p_repeats: mail.isRepeat,
      }),
    )
    if (row === undefined || row.thread_id === null) return null
    const { thread_id: threadId, is_new: isNew, added_labels: addedLabels } = row
    return { threadId, isNew, addedLabels }
  }

  override async list(
    organizationId: string,
    filter: ThreadFilter,
    now: Date,
    page: Page,
  ): Promise<PageOf<ListedThread>> {
    const isCommon = await this.#areCommon(organizationId, filter.words ?? null)
    const rows = await this.#executor.read<ListedRow & Record<string, unknown>>(
      ...listCall(organizationId, { ...filter, isCommon }, now, page),
    )
    const { items, next } = pageOf(rows, page, (row) => `${row.lastMessageAt.getTime()}.${row.id}`)
    return { items: items.map((row) => this.#listed(row)), next }
  }

  override async counts(
    organizationId: string,
    {
      userId,
      projectIds,
      now,
    }: { readonly userId: string | null; readonly projectIds: readonly string[] | null; readonly now: Date },
  ): Promise<ThreadCounts> {
    const values = [organizationId, userId, projectIds, now]
    const [row] = await this.#executor.read<ThreadCounts & Record<string, unknown>>(countThreads, values)
    return row ?? { all: 0, unread: 0, awaiting: 0, snoozed: 0, mine: 0 }
  }

  override async find(
    organizationId: string,
    id: string,
    projectIds: readonly string[] | null,
  ): Promise<ListedThread | null> {
    const values = [organizationId, id, projectIds]
    const [row] = await this.#executor.read<ListedRow & Record<string, unknown>>(findThread, values)
    return row === undefined ? null : this.#listed(row)
  }

  override lock(organizationId: string, id: string): Promise<Thread | null> {
    return threads.within(this.#executor).lock({ organizationId, id })
  }

  override async change({ id, organizationId }: Thread, changes: ThreadChanges): Promise<void> {
    const { labels, ...others } = changes
    const changed = labels === undefined ? others : { ...others, labels: [...labels] }
    await threads.within(this.#executor).patch({ id, organizationId }, changed)
  }

  override async placeOf({ id, organizationId, spinnerId, address }: Thread): Promise<ThreadPlace> {
    type Row = Pick<ThreadPlace, 'projectId' | 'dataTableId' | 'jobId' | 'recordId'>
    const [row] = await this.#executor.write<Row & Record<string, unknown>>(placeOfThread, [id])
    const nowhere = { projectId: null, dataTableId: null, jobId: null, recordId: null }
    return { id, organizationId, spinnerId, address, ...(row ?? nowhere) }
  }

  override messages(reach: Reach, threadId: string, page: Page): Promise<PageOf<ThreadMessage>> {
    return readThreadMessages(this.#executor, this.#sealing, { ...reach, threadId }, page)
  }

  override async clear(retentionDays: number | null, now: Date, signal: AbortSignal): Promise<void> {
    type Due = { readonly organizationId: string; readonly before: Date }
    for (const { organizationId, before } of await this.#executor.read<Due>(findOldMails, [
      retentionDays,
      now,
    ])) {
      for (let cleared = atOnce; cleared === atOnce && !signal.aborted; ) {
        const call = clearMessages({ p_organization: organizationId, p_before: before, p_most: atOnce })
        const [row] = await this.#executor.write<{ clear_thread_messages: number }>(...call)
        cleared = row?.clear_thread_messages ?? 0
      }
    }
  }

  /** Returns whether so many mails contain the words that reading all of them takes too long. */
  async #areCommon(organizationId: string, words: readonly string[] | null): Promise<boolean> {
    if (words === null) return false
    type Row = { readonly areCommon: boolean }
    const [row] = await this.#executor.read<Row>(areWordsCommon, [organizationId, words])
    return row?.areCommon ?? false
  }

  #listed({ latestId, kind, head, ...thread }: ListedRow): ListedThread {
    if (latestId === null || kind === null || head === null) return { ...thread, latest: null }
    const opened = openedMailHead(head, latestId, this.#sealing)
    return { ...thread, latest: opened === null ? null : { ...opened, kind } }
  }
}

/** Returns the digest under which a key of a thread, or the identity of a mail, is stored. */
function digestOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, 16)
}
