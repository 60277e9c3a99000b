import { idAfter, invalidCursor, type Page } from '../../../domain/page.ts'
import type { ThreadFilter } from '../../../ports/conversation/threads.ts'
import type { Statement } from '../database.ts'
import { fieldsOf, type OuterJoined, type Selected, type TableFields } from '../schema/columns.ts'
import { spinnerWithin } from '../schema/within-projects.ts'

export const threadColumns = [
  'id',
  'organizationId',
  'spinnerId',
  'address',
  'senderId',
  'status',
  'snoozedUntil',
  'isUnread',
  'assigneeId',
  'labels',
  'messageCount',
  'omittedCount',
  'lastMessageAt',
  'lastReplyAt',
  'lastAnswerAt',
  'createdAt',
] as const
const threadFields = fieldsOf('threads', ...threadColumns)
const latestFields = fieldsOf('thread_messages', 'kind', 'head')

/** A row of `threads` with the encrypted beginning of its latest mail. */
export interface ListedRow extends Selected<typeof threadFields>, OuterJoined<Selected<typeof latestFields>> {
  readonly latestId: TableFields<'thread_messages'>['id'] | null
}

/** The columns of a listed thread, for a statement whose threads are `t`. */
const listed = `${threadFields.selected('t')}, l.id as "latestId", ${latestFields.selected('l')}`
const latest = `
      left join lateral (
        select m.id, m.kind, m.head from thread_messages m where m.thread_id = t.id order by m.at desc, m.id desc limit 1) l on true`

const isOpen = "t.status = 'open'"
const isSnoozed = (now: string) => `${isOpen} and t.snoozed_until > ${now}`
const isActive = (now: string) => `${isOpen} and (t.snoozed_until is null or t.snoozed_until <= ${now})`
const isAwaiting = `${isOpen} and t.last_reply_at is not null and (t.last_answer_at is null or t.last_answer_at < t.last_reply_at)`
const isWithin = (projects: string) =>
  `exists (select from spinners s where s.id = t.spinner_id and ${spinnerWithin(`${projects}::uuid[]`)})`

/** A condition of a filter. A percent sign stands for the value; a condition without a value has none. */
interface Condition {
  readonly name: string
  readonly text: string
  readonly value?: unknown
}

const containsWords = 'w.organization_id = $1 and w.words @> %::bigint[]'

/** Finds the mails with rare words first, and then their threads. */
const ofRareWords = {
  name: 'words',
  text: `t.id = any(array(select w.thread_id from thread_words w where ${containsWords}))`,
}

/** Looks for common words in the mails of each thread, newest first, because a page is soon full. */
const ofCommonWords = {
  name: 'common_words',
  text: `exists (select from thread_words w where w.thread_id = t.id and ${containsWords})`,
}

/** The number of mails from which on their words are common. Reading so many takes about 100 ms. */
const manyMails = 10_000

export const areWordsCommon: Statement = {
  name: 'are_words_common',
  text: `
    select count(*) = ${manyMails} as "areCommon" from (
      select from thread_words w where ${containsWords.replace('%', '$2')} limit ${manyMails}) w`,
}

function conditionsOf(filter: ThreadFilter, isCommon: boolean): readonly Condition[] {
  const {
    status,
    isUnread,
    isAwaiting: awaits,
    assigneeId,
    label,
    address,
    spinnerId,
    words,
    projectIds,
  } = filter
  const ofStatus = { open: isActive('$2'), snoozed: isSnoozed('$2'), done: "t.status = 'done'" }
  return [
    ...(status == null ? [] : [{ name: status, text: ofStatus[status] }]),
    ...(isUnread == null
      ? []
      : [{ name: isUnread ? 'unread' : 'read', text: `${isUnread ? '' : 'not '}t.is_unread` }]),
    ...(awaits == null
      ? []
      : [{ name: awaits ? 'awaiting' : 'answered', text: awaits ? isAwaiting : `not (${isAwaiting})` }]),
    ...(assigneeId == null ? [] : [{ name: 'assignee', text: 't.assignee_id = %', value: assigneeId }]),
    // Repeats the condition of the index, which has only threads with labels.
    ...(label == null
      ? []
      : [{ name: 'label', text: "t.labels <> '{}' and t.labels @> array[%::uuid]", value: label }]),
    ...(address == null ? [] : [{ name: 'address', text: 't.address = %', value: address }]),
    ...(spinnerId == null ? [] : [{ name: 'spinner', text: 't.spinner_id = %', value: spinnerId }]),
    ...(words == null ? [] : [{ ...(isCommon ? ofCommonWords : ofRareWords), value: words }]),
    ...(projectIds == null ? [] : [{ name: 'projects', text: isWithin('%'), value: projectIds }]),
  ]
}

/**
 * Returns the statement that reads a page of threads, and its values. Threads with the newest mail come first. The words of
 * the filter are common or not (`areWordsCommon`).
 */
export function listCall(
  organizationId: string,
  { isCommon, ...filter }: ThreadFilter & { readonly isCommon: boolean },
  now: Date,
  page: Page,
): readonly [Statement, readonly unknown[]] {
  const values: unknown[] = [
    organizationId,
    now,
    ...(positionAfter(page) ?? ['infinity', lastId]),
    page.limit + 1,
  ]
  const conditions = conditionsOf(filter, isCommon)
  const texts = conditions.map(({ text, value }) =>
    value === undefined ? text : text.replaceAll('%', `$${values.push(value)}`),
  )
  // Names the time in a comparison that is always true, because a statement without it would have a parameter of no type.
  const where = ['t.organization_id = $1', '$2::timestamptz is not null', ...texts].join(' and ')
  const name = ['list_threads', ...conditions.map((condition) => condition.name)].join('_')
  return [
    {
      name,
      text: `
    select ${listed}
      from (
        select t.* from threads t
         where ${where} and (t.last_message_at, t.id) < ($3::timestamptz, $4::uuid)
         order by t.last_message_at desc, t.id desc limit $5) t ${latest}
     order by t.last_message_at desc, t.id desc`,
    },
    values,
  ]
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Parses a cursor of a list that is ordered by time and id, such as `1764583200000.<id>`. */
export function positionAfter({ after, limit }: Page): readonly [Date, string] | null {
  if (after === null) return null
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(after) ?? []
  if (time === undefined || id === undefined) throw invalidCursor()
  return [new Date(Number(time)), idAfter({ after: id, limit }) ?? lastId]
}

export const findThread: Statement = {
  name: 'find_thread',
  text: `
    select ${listed} from threads t ${latest}
     where t.organization_id = $1 and t.id = $2 and ($3::uuid[] is null or ${isWithin('$3')})`,
}

export const countThreads: Statement = {
  name: 'count_threads',
  text: `
    select count(*) filter (where c.is_active)::int as "all",
           count(*) filter (where c.is_active and c.is_unread)::int as unread,
           count(*) filter (where c.is_active and c.is_awaiting)::int as awaiting,
           count(*) filter (where not c.is_active)::int as snoozed,
           count(*) filter (where c.is_active and c.assignee_id = $2)::int as mine
      from (
        select t.is_unread, t.assignee_id, ${isAwaiting} as is_awaiting, t.snoozed_until is null or t.snoozed_until <= $4 as is_active
          from threads t
         where t.organization_id = $1 and ${isOpen} and ($3::uuid[] is null or ${isWithin('$3')})) c`,
}

// Takes the latest job by its id, which begins with the time. A spinner that was deleted permanently no longer has a
// project, so its data table names the project.
export const placeOfThread: Statement = {
  name: 'place_of_thread',
  text: `
    select coalesce(s.project_id, d.project_id) as "projectId", j.data_table_id as "dataTableId", p.job_id as "jobId",
           p.record_id as "recordId"
      from thread_places p
      join jobs j on j.id = p.job_id
      left join stored_spinners s on s.id = j.spinner_id
      left join stored_data_tables d on d.id = j.data_table_id
     where p.thread_id = $1 order by p.job_id desc limit 1`,
}
