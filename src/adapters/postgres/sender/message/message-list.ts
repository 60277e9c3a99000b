import type { MessageFilter } from '../../../../ports/sender/message/message-log.ts'
import type { Database, Statement } from '../../database.ts'
import { firstId, firstIdAt } from '../../first-id.ts'
import { spinnerWithin } from '../../schema/within-projects.ts'

/** A table with messages, and what a list returns of each message `m` and its job `j`. */
interface MessageTable {
  /** The beginning of the names of the statements. */
  readonly name: string
  readonly table: 'message_log' | 'captured_messages'
  readonly selected: string
  /** The condition for messages that the list shows at all. */
  readonly isListed: string
  /** The condition for messages to an address. */
  readonly toAddress: string
}

/** The values of each list of messages. */
export type PageValues = readonly [organizationId: string, before: string | null, limit: number]

/** A condition of a filter. A percent sign stands for the value; a condition with the value null is left out. */
interface Condition {
  readonly name: string
  readonly text: string
  readonly value: unknown
  /** The job of a message, or the start of the period; undefined for other properties of the message. */
  readonly about?: 'job' | 'start'
}

/** The number of messages through which a list is walked before the newest messages of each job are read instead. */
const maxWalked = 4_000

// Compares with one value, so that a page begins in the index also if PostgreSQL plans the statement for any value.
const before = "coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)"
const nextOnes = `m.id < ${before}`
const latest = 'order by m.id desc limit $3'

/** Reads a page of the messages of a table that match a filter, newest first. */
export async function readMessages<Row extends object>(
  database: Pick<Database, 'read'>,
  table: MessageTable,
  filter: MessageFilter,
  common: PageValues,
): Promise<Row[]> {
  const conditions = conditionsOf(table, filter).filter(({ value }) => value != null)
  const values = [...common, ...conditions.map(({ value }) => value)]
  const texts = conditions.map(({ text }, no) => text.replaceAll('%', `$${common.length + 1 + no}`))
  const named = (way: string, text: string): Statement => ({
    name: [table.name, way, ...conditions.map(({ name }) => name)].filter(Boolean).join('_'),
    text,
  })
  if (!isOfManyJobs(filter)) return database.read<Row>(named('', walkOf(table, texts, null)), values)
  const walked = await database.read<Row>(named('walk', walkOf(table, texts, maxWalked)), values)
  if (walked.length === common[2]) return walked
  const textsAbout = (about: Condition['about']) => texts.filter((_, no) => conditions[no]?.about === about)
  const [start] = conditions.flatMap(({ about }, no) =>
    about === 'start' ? `$${common.length + 1 + no}` : [],
  )
  const ofJobs = ofEachJob(table, textsAbout(undefined), textsAbout('job'), start ?? `'${firstId}'::uuid`)
  return database.read<Row>(named('of_jobs', ofJobs), values)
}

/**
 * Returns whether a filter has the messages of many jobs, and no condition with an index that finds few messages. The
 * messages of a spinner may be few among many newer ones.
 */
function isOfManyJobs(filter: MessageFilter): boolean {
  const { spinnerId, projectIds, jobId, address, status } = filter
  return (
    !isByReaction(filter) &&
    (spinnerId != null || projectIds != null) &&
    jobId == null &&
    address == null &&
    (status == null || status === 'sent' || status === 'captured')
  )
}

function isByReaction({ reaction, reactedSince, reactedUntil }: MessageFilter): boolean {
  return reaction != null || reactedSince != null || reactedUntil != null
}

/**
 * Returns the condition that a message had its first reaction of a kind in a period. Finds the reactions first and then
 * their messages, because a period has few reactions beside the messages of the organization.
 */
function ofReaction(table: MessageTable['table'], filter: MessageFilter): Condition {
  const { reaction = null, reactedSince = null, reactedUntil = null } = filter
  const period = [reactedSince?.toISOString() ?? '-infinity', reactedUntil?.toISOString() ?? 'infinity']
  const text = `m.id = any(array(
    select x.id from first_reactions r
     cross join lateral (
       select b.id from ${table} b where b.job_id = r.job_id and b.record_id = r.record_id and b.step = r.step
        order by b.id desc limit 1) x
     where r.organization_id = $1 and r.at >= (%::timestamptz[])[1] and r.at < (%::timestamptz[])[2]
       ${reaction === null ? '' : `and r.reaction = '${reaction}'`}))`
  return { name: `reaction_${reaction ?? 'any'}`, text, value: isByReaction(filter) ? period : null }
}

function conditionsOf({ table, toAddress }: MessageTable, filter: MessageFilter): readonly Condition[] {
  const { address, senderId, jobId, spinnerId, step, since, projectIds, status } = filter
  const ofLog: readonly Condition[] = [
    { name: 'sender', text: 'm.sender_id = %', value: senderId },
    // The condition on a message's state has the same text as in the definition of an index, so that PostgreSQL uses
    // this index.
    status === 'sent'
      ? { name: 'sent', text: 'm.status = %', value: status }
      : { name: 'status', text: "m.status = % and m.status <> 'sent'", value: status },
  ]
  const isInProjects = `exists (select from spinners s where s.id = j.spinner_id and ${spinnerWithin('%::uuid[]')})`
  return [
    { name: 'address', text: toAddress, value: address },
    { name: 'job', text: 'm.job_id = %', value: jobId },
    { name: 'step', text: 'm.step = %', value: step },
    { name: 'since', text: 'm.id >= %', value: since == null ? null : firstIdAt(since), about: 'start' },
    { name: 'spinner', text: 'j.spinner_id = %', value: spinnerId, about: 'job' },
    { name: 'projects', text: isInProjects, value: projectIds, about: 'job' },
    ofReaction(table, filter),
    ...(table === 'message_log' ? ofLog : []),
  ]
}

/** Returns the text of a statement that walks through the messages of an organization; at most some of them, or all. */
function walkOf(
  { table, selected, isListed }: MessageTable,
  conditions: readonly string[],
  max: number | null,
): string {
  const ofOrganization = `m.organization_id = $1 and ${isListed} and ${nextOnes}`
  const messages =
    max === null
      ? `${table} m`
      : `(select m.* from ${table} m where ${ofOrganization} order by m.id desc limit ${max}) m`
  return `
    select ${selected} from ${messages} left join jobs j on j.id = m.job_id
     where ${[ofOrganization, ...conditions].join(' and ')} ${latest}`
}

/**
 * Returns the text of a statement that finds the jobs with the newest messages, and the newest messages of these jobs.
 * The comparison and the order by two columns make PostgreSQL use their index; otherwise it could walk through the
 * messages of other jobs.
 */
function ofEachJob(
  { table, selected, isListed }: MessageTable,
  ofMessage: readonly string[],
  ofJob: readonly string[],
  start: string,
): string {
  const conditions = [
    `(m.job_id, m.id) >= (j.id, ${start})`,
    `(m.job_id, m.id) < (j.id, ${before})`,
    isListed,
    ...ofMessage,
  ].join(' and ')
  const newestOf = (columns: string, limit: string) =>
    `(select ${columns} from ${table} m where ${conditions} order by m.job_id desc, m.id desc limit ${limit}) m`
  return `
    with newest as materialized (
      select j.id from jobs j cross join lateral ${newestOf('m.id', '1')}
       where ${['j.organization_id = $1', ...ofJob].join(' and ')} ${latest}
    )
    select ${selected}
      from newest n join jobs j on j.id = n.id cross join lateral ${newestOf('m.*', '$3')} ${latest}`
}
