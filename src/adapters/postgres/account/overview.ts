import {
  type Activity,
  type ActivityKind,
  type ActivityOverTime,
  type Decision,
  failuresDays,
  maxCountedActivity,
  maxDecisions,
  noActivity,
  type PendingWork,
} from '../../../domain/account/overview.ts'
import { idBeginning, maxSearchHits, type SearchHit } from '../../../domain/account/search-hit.ts'
import type { SenderFault } from '../../../domain/sender/sender.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

const recordsOverTime = sqlFunction('records_over_time', 'p_organization', 'p_bounds')
const activityOverTime = sqlFunction('activity_over_time', 'p_organization', 'p_bounds', 'p_most', 'p_now')

/**
 * The maximum number of rows of each database table that the home page counts for its activity figures.
 * Further rows are missing until the background has counted them, a minute later.
 */
const maxUncounted = 20_000

const jobsIn = (status: string) => `(
  select count(*)::int from (select from jobs where organization_id = $1 and ${status} limit $2) j)`

const findJobs: Statement = {
  name: 'jobs_on_the_way',
  text: `
    select ${jobsIn("status = 'running'")} as running, ${jobsIn("status = 'queued'")} as queued,
           ${jobsIn("status = 'scheduled'")} as scheduled, ${jobsIn("status = 'paused'")} as paused`,
}

const findHeld: Statement = {
  name: 'held_of_tables',
  text: `
    select h.data_table_id as "dataTableId", t.name, count(*)::int as count
      from (select a.data_table_id from arrivals a
             where a.organization_id = $1 and a.status = 'held'
               and not exists (select from stored_data_tables b where b.id = a.data_table_id and b.bin_entry_id is not null)
             order by a.id desc limit $2) h
      left join data_tables t on t.id = h.data_table_id
     group by h.data_table_id, t.name order by count(*) desc, h.data_table_id limit $3`,
}

// Finds the senders that need attention or that the service has paused. A sender paused by a user has no
// reason stored and is left out.
const findSenders: Statement = {
  name: 'senders_in_trouble',
  text: `
    select s.id as "senderId", s.name, s.email, s.status_reason as fault, null::uuid as "spinnerId", null as "spinnerName"
      from senders s
     where s.organization_id = $1
       and (s.status = 'needsAttention' or (s.status = 'paused' and s.status_reason is not null))
    union all
    select s.id, s.name, s.email, b.fault, b.spinner_id, p.name
      from senders s
      join sender_breakers b on b.sender_id = s.id and b.paused_at is not null
      join spinners p on p.id = b.spinner_id
     where s.organization_id = $1 and s.status = 'connected'
     order by "senderId", "spinnerId" limit $2`,
}

// Counts failed recipients that are left to retry: no other job retries them, and no reply or other exit has
// stopped them since. A failed recipient is in at most one retry, so the
// recipients of retries, without the returned ones, are subtracted. A retry with the code RESTORED also runs
// unconfirmed recipients again, which are not failures. Jobs whose recipients retention has deleted can no
// longer be retried.
const findFailures: Statement = {
  name: 'failures_of_jobs',
  text: `
    with failing as (
      select distinct s.job_id as id from slices s
       where s.organization_id = $1 and s.failed > 0 and s.job_id >= first_id_at(p_at => $2)
    )
    select j.id as "jobId", p.name, greatest(c.failed - a.retried + u.retried - x.stopped, 0)::int as count, j.created_at as "createdAt"
      from failing f
      join jobs j on j.id = f.id and not j.cleared
      join spinners p on p.id = j.spinner_id
      cross join lateral (
        select coalesce(sum(s.failed), 0) as failed, coalesce(sum(s.unconfirmed), 0) as unconfirmed
          from slices s where s.job_id = j.id) c
      cross join lateral (
        select count(*) as jobs, coalesce(sum(r.to_records - r.from_records - b.returned), 0) as retried
          from jobs r
          cross join lateral (select coalesce(sum(s.released_records), 0) as returned from slices s where s.job_id = r.id) b
         where r.retry_of = j.id) a
      cross join lateral (
        select count(*) as retried from recipients r
         where a.jobs > 0 and c.unconfirmed > 0
           and r.job_id = j.id and r.status = 'unconfirmed' and r.reason = 'RESTORED' and exists (
             select from jobs again
               join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
              where again.retry_of = j.id and q.reason is distinct from 'RECORD_RELEASED')) u
      cross join lateral (
        select count(*) as stopped
          from slices s join recipients r on r.job_id = s.job_id and r.slice = s.no
         where c.failed - a.retried + u.retried > 0
           and s.job_id = j.id and s.failed > 0 and r.status = 'failed' and r.pending_stop is not null and not exists (
             select from jobs again
               join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
              where again.retry_of = j.id and q.reason is distinct from 'RECORD_RELEASED')) x
     where c.failed - a.retried + u.retried - x.stopped > 0
     order by j.id desc limit $3`,
}

const findStops: Statement = {
  name: 'starts_that_stopped',
  text: `
    select p.id as "spinnerId", p.name, b.stopped ->> 'message' as message, b.stopped_at as since
      from spinners p join spinner_starts b on b.spinner_id = p.id
     where p.organization_id = $1 and b.stopped is not null order by b.stopped_at desc limit $2`,
}

interface HeldRow {
  readonly dataTableId: TableFields<'arrivals'>['dataTableId']
  /** The name of the table; null if the arrivals are for no table. */
  readonly name: TableFields<'data_tables'>['name'] | null
  readonly count: number
}

interface FailuresRow {
  readonly jobId: TableFields<'jobs'>['id']
  readonly name: TableFields<'spinners'>['name']
  readonly createdAt: TableFields<'jobs'>['createdAt']
  readonly count: number
}

interface StopRow {
  readonly spinnerId: TableFields<'spinners'>['id']
  readonly name: TableFields<'spinners'>['name']
  readonly since: NonNullable<TableFields<'spinner_starts'>['stoppedAt']>
  readonly message: string
}

interface SenderRow {
  readonly senderId: string
  readonly name: string
  readonly email: string
  readonly fault: SenderFault | null
  readonly spinnerId: string | null
  readonly spinnerName: string
}

const foldOfActivity = sqlFunction('fold_activity', 'p_now')

/**
 * Returns SQL that finds spinners, tables and other things whose name contains the search text. Names that
 * begin with the text come first.
 */
const thingsNamed = (kind: string, columns: string, text: string) => `
  (select '${kind}' as kind, id::text as id, name, ${columns} from ${text}
    where organization_id = $1 and strpos(lower(name), $2) > 0
    order by strpos(lower(name), $2), name, id limit $3)`

const findByName: Statement = {
  name: 'search_names',
  text: [
    thingsNamed('dataTable', 'null as description, null::uuid as "dataTableId"', 'data_tables'),
    thingsNamed('spinner', 'null, null::uuid', 'spinners'),
    thingsNamed(
      'segment',
      'table_name, data_table_id',
      '(select g.*, t.name as table_name from segments g join data_tables t on t.id = g.data_table_id) s',
    ),
    `(select 'sender', id::text, name, email, null::uuid from senders
       where organization_id = $1 and (strpos(lower(name), $2) > 0 or strpos(lower(email), $2) > 0)
       order by name, id limit $3)`,
  ].join(' union all '),
}

const findJobsById: Statement = {
  name: 'search_jobs',
  text: `
    select 'job' as kind, j.id::text as id, s.name, case when j.status = 'scheduled' then 'queued' else j.status end as description,
           j.created_at as at
      from jobs j join spinners s on s.id = j.spinner_id
     where j.organization_id = $1 and j.id >= $2 and j.id <= $3 order by j.id desc limit $4`,
}

// Finds addresses that begin with the search text, by stepping from one distinct address to the next in the
// index of contacts. The index sorts by bytes, so all of these addresses are below the text with U+10FFFF
// appended.
const findPeople: Statement = {
  name: 'search_people',
  text: `
    with recursive found (address, no) as (
      (select c.address, 1 from sent_emails c
        where c.organization_id = $1 and c.address >= $2 and c.address < $2 || U&'\\+10FFFF'
        order by c.address limit 1)
      union all
      select (select c.address from sent_emails c
               where c.organization_id = $1 and c.address > f.address and c.address < $2 || U&'\\+10FFFF'
               order by c.address limit 1), f.no + 1
        from found f where f.address is not null and f.no < $3
    )
    select 'person' as kind, address as id, address as name, null as description
      from (select address from found where address is not null
            union
            (select email from suppressions where organization_id = $1 and starts_with(email, $2) and not starts_with(email, '@') order by email limit $3)) p
     order by address collate "C" limit $3`,
}

type FoundRow = Omit<SearchHit, 'at' | 'dataTableId'> & {
  readonly at?: TableFields<'jobs'>['createdAt']
  readonly dataTableId?: string | null
}

export async function activity(
  executor: Executor,
  organizationId: string,
  bounds: readonly Date[],
  now: Date,
): Promise<ActivityOverTime> {
  const range = { p_organization: organizationId, p_bounds: bounds }
  type Counted = { readonly part: number; readonly counted: string }
  type Kinds = Counted & { readonly kind: Exclude<ActivityKind, 'records'>; readonly is_cut: boolean }
  const [records, kinds] = await Promise.all([
    executor.read<Counted>(...recordsOverTime(range)),
    executor.read<Kinds>(...activityOverTime({ ...range, p_most: maxUncounted, p_now: now })),
  ])
  const parts: Record<ActivityKind, number>[] = bounds.slice(1).map(() => ({ ...noActivity }))
  const add = (part: number, kind: keyof Activity, counted: string) => {
    const sums = parts[part - 1]
    if (sums !== undefined) sums[kind] += Number(counted)
  }
  for (const { part, counted } of records) add(part, 'records', counted)
  for (const { part, kind, counted } of kinds) add(part, kind, counted)
  return { parts, isComplete: kinds.every(({ is_cut }) => !is_cut) }
}

export async function pendingWork(
  executor: Executor,
  organizationId: string,
  now: Date,
): Promise<PendingWork> {
  const failuresSince = new Date(now.getTime() - failuresDays * 24 * 60 * 60 * 1000)
  const [[jobs], held, senders, failures, starts] = await Promise.all([
    executor.read<PendingWork['jobs']>(findJobs, [organizationId, maxCountedActivity]),
    executor.read<HeldRow>(findHeld, [organizationId, maxCountedActivity, maxDecisions]),
    executor.read<SenderRow>(findSenders, [organizationId, maxDecisions]),
    executor.read<FailuresRow>(findFailures, [organizationId, failuresSince, maxDecisions]),
    executor.read<StopRow>(findStops, [organizationId, maxDecisions]),
  ])
  return {
    jobs: jobs ?? { running: 0, queued: 0, scheduled: 0, paused: 0 },
    decisions: [
      ...senders.map(
        ({ spinnerId, spinnerName, ...sender }): Decision => ({
          kind: 'sender',
          ...sender,
          spinner: spinnerId === null ? null : { id: spinnerId, name: spinnerName },
        }),
      ),
      ...held.map((one): Decision => ({ kind: 'held', ...one })),
      ...starts.map((start): Decision => ({ kind: 'start', ...start })),
      ...failures.map((failure): Decision => ({ kind: 'failures', ...failure })),
    ],
  }
}

export async function foldActivity(executor: Executor, now: Date): Promise<boolean> {
  const [row] = await executor.write<{ fold_activity: boolean }>(...foldOfActivity({ p_now: now }))
  return row?.fold_activity ?? false
}

export async function searchOrganization(
  executor: Executor,
  organizationId: string,
  serverResponse: string,
): Promise<readonly SearchHit[]> {
  const sought = serverResponse.trim().normalize('NFC').toLowerCase()
  const ids = idBeginning(sought)
  const results = await Promise.all([
    executor.read<FoundRow>(findPeople, [organizationId, sought, maxSearchHits]),
    executor.read<FoundRow>(findByName, [organizationId, sought, maxSearchHits]),
    ids === null
      ? []
      : executor.read<FoundRow>(findJobsById, [organizationId, ids.first, ids.last, maxSearchHits]),
  ])
  return results.flat().map(({ kind, id, name, description, at, dataTableId }) => ({
    kind,
    id,
    name,
    description,
    at: at ?? null,
    dataTableId: dataTableId ?? null,
  }))
}
