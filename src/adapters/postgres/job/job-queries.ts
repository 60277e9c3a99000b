import { expectedEndOf } from '../../../domain/job/expected-end.ts'
import {
  countsOf,
  type JobLink,
  type JobStatus,
  type JobView,
  type Paused,
  reasonsOf,
  type StartedBy,
} from '../../../domain/job/job.ts'
import { type FinalState, type JobProgress, progressOf, progressParts } from '../../../domain/job/progress.ts'
import { type FailedGroup, samplesOfGroup } from '../../../domain/job/recipient/failed-group.ts'
import { type ReasonCount, reasonOf } from '../../../domain/job/recipient/reason-view.ts'
import type { RecipientOfJob, RecipientView } from '../../../domain/job/recipient/recipient.ts'
import type { SplitArmView } from '../../../domain/job/split-arm-figures.ts'
import {
  mostJobsCounted,
  type SpinnerFigures,
  type VersionFigures,
} from '../../../domain/job/step-figures.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import {
  idAfter,
  itemPositionAfter,
  numbersAfter,
  type Page,
  type PageOf,
  pageOf,
} from '../../../domain/page.ts'
import type { SenderPause } from '../../../domain/sender/pacing/breaker.ts'
import type { Program } from '../../../domain/spinner/steps/program.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type JobFilter,
  JobQueries,
  type JobsOfVersion,
  type RecipientFilter,
} from '../../../ports/job/jobs.ts'
import type { Database, Statement } from '../database.ts'
import { addressOfUser } from '../schema/address-of-user.ts'
import { fieldsOf, type RowOf, type Selected, type TableFields } from '../schema/columns.ts'
import { spinnerWithin } from '../schema/within-projects.ts'
import { sqlFunction } from '../sql-function.ts'
import { shownStatus } from './job-store.ts'
import { isLive } from './runtime-status.ts'
import { StepsOfJobs } from './steps-of-jobs.ts'

const select = `
  select j.id, j.organization_id, j.spinner_id, j.spinner_version, j.source, ${shownStatus('j')} as status, j.starts_at, j.to_records - j.from_records as audience,
         j.created_at, j.started_at, j.finished_at, j.error, j.retry_of, c.*, j.returned_records + c.returned_of_slices as returned,
         w.reasons, g.retries, b.started_by, e.last_due, e.wait_seconds, p.pauses,
         case when j.paused_at is not null then jsonb_build_object(
           'at', j.paused_at, 'by', j.paused_by, 'user', ${addressOfUser('j.paused_actor_id')},
           'apiKey', (select k.name from api_keys k where k.id = j.paused_actor_id)) end as paused,
         j.status = 'queued' and not exists (select from runtime_workers where ${isLive}) as unattended
    from jobs j
    cross join lateral (
      select coalesce(sum(waiting), 0) as waiting, coalesce(sum(done), 0) as done, coalesce(sum(skipped), 0) as skipped,
             coalesce(sum(failed), 0) as failed, coalesce(sum(unconfirmed), 0) as unconfirmed, coalesce(sum(stopped_count), 0) as stopped,
             coalesce(sum(deleted), 0) as deleted, coalesce(sum(returned_records), 0) as returned_of_slices
        from slices s where s.job_id = j.id) c
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'state', t.state, 'count', t.count) order by t.code), '[]') as reasons
        from (select r.code, r.state, sum(r.count) as count
                from slices s
                cross join lateral jsonb_to_recordset(s.reasons) as r(code text, state text, count bigint)
               where s.job_id = j.id and s.reasons is not null group by r.code, r.state) t) w
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'createdAt', a.created_at) order by a.id), '[]') as retries
        from jobs a where a.retry_of = j.id) g
    cross join lateral (
      select case
        when j.started_by_user is not null then jsonb_build_object(
          'kind', 'user', 'id', j.started_by_user, 'name', ${addressOfUser('j.started_by_user')})
        when j.started_by_key is not null then jsonb_build_object(
          'kind', 'key', 'id', j.started_by_key, 'name', (select k.name from api_keys k where k.id = j.started_by_key)) end as started_by) b
    left join lateral (
      select s.last_due, (
               select coalesce(f.wait_seconds_after_steps[1 + l.step], 0)
                 from spinner_versions f
                where f.spinner_id = j.spinner_id and f.version = j.spinner_version) as wait_seconds
        from slices s
        cross join lateral (
          select coalesce((
                   select r.step from recipients r
                    where r.job_id = j.id and r.slice = s.no and r.state = 'waiting' order by r.due_at desc limit 1), 0) as step) l
       where s.job_id = j.id and s.state = 'open' and s.last_due is not null and j.status = 'running'
       order by s.last_due desc limit 1) e on true
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
               'senderId', b.sender_id, 'senderName', x.name, 'senderAddress', x.address, 'spinnerId', b.spinner_id,
               'at', b.paused_at, 'trouble', b.trouble) order by b.paused_at), '[]') as pauses
        from sender_breakers b join senders x on x.id = b.sender_id
       where b.spinner_id = j.spinner_id and b.paused_at is not null and is_unfinished_job(j.status)) p`

const findJob: Statement = {
  name: 'find_job',
  text: `${select} where j.id = $1 and j.organization_id = $2`,
}

const listJobs: Statement = {
  name: 'list_jobs',
  text: `
    ${select}
     where j.organization_id = $1 and ($2::uuid is null or j.spinner_id = $2) and ($3::text is null or j.status = $3 or $3 = 'queued' and j.status = 'scheduled')
       and ($4::uuid is null or j.id < $4)
       and ($7::int is null or j.spinner_version = $7) and ($8::text is null or j.source = $8)
       and ($9::timestamptz is null or j.created_at >= $9) and ($10::timestamptz is null or j.created_at <= $10)
       and ($6::uuid[] is null or exists (select from spinners s where s.id = j.spinner_id and ${spinnerWithin('$6')}))
     order by j.id desc limit $5`,
}

/**
 * Returns an SQL condition that selects the recipients that are shown at a given step. A `StepFilter` holds its
 * three arguments.
 */
function isShown(step: string, withWaits: string, waitsFor: string): string {
  const waits = "(r.state = 'waiting' and r.reason is not distinct from 'WAIT_STEP')"
  return `and (${step}::int is null or r.step = ${step} and (${withWaits}::boolean or not ${waits})
                or r.step = ${waitsFor}::int and ${waits})`
}

/**
 * Returns an SQL condition that is false for slices whose stored counts show no recipient in the given state.
 * A query with this condition does not read the recipients of these slices.
 */
function mayBeIn(state: string): string {
  return `case ${state}::text
                  when 'waiting' then s.waiting > 0 or j.status = 'cancelled' when 'done' then s.done > 0 when 'skipped' then s.skipped > 0
                  when 'failed' then s.failed > 0 when 'unconfirmed' then s.unconfirmed > 0
                  when 'stopped' then s.stopped_count > 0
                  when 'pending' then s.state <> 'closed' or j.status = 'cancelled'
                  else true end`
}

/**
 * Returns an SQL condition that is false for slices that had no recipient at the given step when they were
 * last released. It is true for slices without these counts.
 */
function mayHold(state: string, step: string, waitsFor: string): string {
  // An item of `slices.step_states` counts recipients of a slice; its form is "<step> <state> <code>".
  const begins = `in (${step}::int || ' ' || coalesce(${state}::text || ' ', ''), ${waitsFor}::int || ' ' || coalesce(${state}::text || ' ', ''))`
  return `and (${step}::int is null or s.step_states is null or exists (
                  select from unnest(s.step_states) p
                   where split_part(p, ' ', 1) || ' ' || case when ${state}::text is null then '' else split_part(p, ' ', 2) || ' ' end ${begins}))`
}

const recipient = fieldsOf(
  'recipients',
  'slice',
  'recordId',
  'state',
  'step',
  'attempts',
  'error',
  'reason',
  'evidence',
  'dueAt',
  'updatedAt',
)

/**
 * Lists recipients of a job that match a filter. Slices whose stored counts show no match are skipped:
 * otherwise three failed recipients of 500,000 took 260 ms to find. Slices that a worker is processing, or
 * that are due, are always read, because their counts may be old.
 */
export const listRecipients: Statement = {
  name: 'list_recipients',
  text: `
    select ${recipient.selected('r')}, j.status = 'cancelled' as "isCancelled"
      from jobs j
      join slices s on s.job_id = j.id
      cross join lateral (
        select * from recipients r
         where r.job_id = $1 and r.slice = s.no and (s.no > $3::bigint or r.record_id > $4::bigint) and ($2::text is null or r.state = $2)
           ${isShown('$7', '$8', '$9')}
           -- Unfinished recipients of a cancelled job were stopped, so they are listed with the reason
           -- JOB_CANCELLED.
           and ($6::text is null or $6 = case
             when j.status = 'cancelled' and is_unfinished_recipient(r.state) and r.reason is distinct from 'RETURNED'
               then 'JOB_CANCELLED' else r.reason end)
         order by r.record_id limit $5) r
     where j.id = $1 and s.job_id = $1 and s.no >= $3::bigint
       and (s.lease_holder is not null or (is_unfinished_slice(s.state) and s.due_at <= $10)
            or (${mayBeIn('$2')}
                and ($6::text is null or $6 in ('JOB_CANCELLED', 'RETURNED')
                     or s.reasons @> jsonb_build_array(jsonb_build_object('code', $6)))
                ${mayHold('$2', '$7', '$9')}))
     order by s.no, r.record_id limit $5`,
}

/**
 * Lists recipients of those jobs of one version that `count_steps` counts: the newest jobs of the spinner, newest
 * job first. A job is read only if the jobs before it did not fill the page. A recipient that was retried is listed with the retry.
 */
const listRecipientsOf: Statement = {
  name: 'list_recipients_of_version',
  text: `
    select j.id as "jobId", r.*, j.status = 'cancelled' as "isCancelled"
      from (select newest.id, newest.status
              from (select j.id, j.status, j.spinner_version from jobs j
                     where j.organization_id = $1 and j.spinner_id = $10 order by j.id desc limit $13) newest
             where newest.spinner_version = $11 and ($12::uuid is null or newest.id <= $12)
             order by newest.id desc) j
      cross join lateral (
        select ${recipient.selected('r')}
          from slices s
          cross join lateral (
            select * from recipients r
             where r.job_id = j.id and r.slice = s.no and ($2::text is null or r.state = $2)
               and ($12::uuid is null or j.id < $12 or s.no > $3::bigint or r.record_id > $4::bigint)
               ${isShown('$7', '$8', '$9')}
               and ($6::text is null or $6 = case
                 when j.status = 'cancelled' and is_unfinished_recipient(r.state) and r.reason is distinct from 'RETURNED'
                   then 'JOB_CANCELLED' else r.reason end)
               and (r.state not in ('failed', 'unconfirmed') or not exists (
                 select from jobs again
                   join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
                  where again.retry_of = j.id and q.reason is distinct from 'RETURNED'))
               -- Leaves out unfinished recipients of a cancelled job if the list is about pending or waiting
               -- recipients, because they were stopped.
               and ($2::text is null or $2 not in ('pending', 'waiting') or j.status <> 'cancelled')
             order by r.record_id limit $5) r
         where s.job_id = j.id and ($12::uuid is null or j.id < $12 or s.no >= $3::bigint)
           and (s.lease_holder is not null or (is_unfinished_slice(s.state) and s.due_at <= $14) or (${mayBeIn('$2')}
                ${mayHold('$2', '$7', '$9')}))
         order by s.no, r.record_id limit $5) r
     order by j.id desc, r.slice, r."recordId" limit $5`,
}

/**
 * Groups the failed recipients of a job. The counts of the slices tell where any are. A retried recipient is
 * in the slice with the same number in the retry.
 */
const listFailures: Statement = {
  name: 'list_failures',
  text: `
    with failed as (
      select r.slice, r.record_id, r.step, r.reason, r.error, r.updated_at, r.pending_stop is not null as stopped,
             row_number() over (partition by r.step, r.reason, r.error order by r.slice, r.record_id) as alike
        from slices s
        join recipients r on r.job_id = s.job_id and r.slice = s.no and r.state = 'failed'
       where s.job_id = $1
         and (s.failed > 0 or s.lease_holder is not null or (is_unfinished_slice(s.state) and s.due_at <= $3))
    ), placed as (
      select f.*, row_number() over (partition by f.step, f.reason order by f.alike, f.slice, f.record_id) as place, exists (
               select from jobs again
                 join recipients q on q.job_id = again.id and q.slice = f.slice and q.record_id = f.record_id
                where again.retry_of = $1 and q.reason is distinct from 'RETURNED') as retried, exists (
               select from record_changes c
                where c.data_table_id = of_job.data_table_id and c.record_id = f.record_id and c.at > f.updated_at) as changed
        from failed f
        cross join (select j.data_table_id from jobs j where j.id = $1) of_job
    )
    select p.step, p.reason as code, count(*) as count, count(*) filter (where p.retried) as retried,
           count(*) filter (where p.stopped and not p.retried) as stopped,
           count(*) filter (where p.changed and not p.retried and not p.stopped) as changed,
           jsonb_agg(jsonb_build_object('recordId', p.record_id::text, 'error', p.error) order by p.place)
             filter (where p.place <= $2) as samples
      from placed p
     group by p.step, p.reason
     order by count(*) desc, p.step, p.reason`,
}

interface FailedRow extends Omit<FailedGroup, 'step' | 'code' | 'count' | 'retried' | 'stopped' | 'changed'> {
  readonly step: TableFields<'recipients'>['step']
  readonly code: TableFields<'recipients'>['reason']
  readonly count: string
  readonly retried: string
  readonly stopped: string
  readonly changed: string
}

/**
 * The maximum number of slices (up to 500 recipients each) that are read for the chart of a job's progress.
 * They show the course of 1,000,000 recipients in 35 ms; reading all takes half a second.
 */
const slicesRead = 100

const settledOverTime = sqlFunction('settled_over_time', 'p_job', 'p_parts', 'p_slices', 'p_now')

interface SettledRow {
  readonly part: number
  readonly state: FinalState
  readonly count: string
  readonly ends_at: Date
  readonly whole: boolean
}

interface RecipientRow extends Selected<typeof recipient> {
  readonly isCancelled: boolean
}

interface StoredLink extends Omit<JobLink, 'createdAt'> {
  readonly createdAt: string
}

interface FoundRow
  extends Pick<
    RowOf<'jobs'>,
    | 'id'
    | 'organization_id'
    | 'spinner_id'
    | 'spinner_version'
    | 'source'
    | 'retry_of'
    | 'created_at'
    | 'starts_at'
    | 'started_at'
    | 'finished_at'
    | 'error'
  > {
  readonly status: JobStatus
  readonly audience: string
  readonly waiting: string
  readonly done: string
  readonly skipped: string
  readonly failed: string
  readonly unconfirmed: string
  readonly stopped: string
  readonly deleted: string
  readonly returned: string
  readonly reasons: readonly ReasonCount[]
  readonly started_by: StartedBy | null
  readonly retries: readonly StoredLink[]
  readonly last_due: RowOf<'slices'>['last_due']
  readonly wait_seconds: number | null
  readonly pauses: readonly (Omit<SenderPause, 'at'> & { readonly at: string })[]
  readonly paused: (Omit<Paused, 'at'> & { readonly at: string }) | null
  readonly unattended: boolean
}

const clearOldJob = sqlFunction('clear_old_job', 'p_before', 'p_now', 'p_slices', 'p_messages')

/**
 * The number of slices (up to 500 recipients each) and of messages of an ended job that one commit deletes.
 * More would hold up requests.
 */
const slicesAtOnce = 4
const messagesAtOnce = 2_000

export class PostgresJobQueries extends JobQueries {
  readonly #database: Database
  readonly #clock: Clock
  readonly #steps: StepsOfJobs

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
    this.#steps = new StepsOfJobs(database)
  }

  override async find(organizationId: string, jobId: string): Promise<JobView | null> {
    const [row] = await this.#database.read<FoundRow>(findJob, [jobId, organizationId])
    return row === undefined ? null : readJob(row)
  }

  override async list(
    organizationId: string,
    { spinnerId, status, version, source, since, until, projectIds = null }: JobFilter,
    page: Page,
  ): Promise<PageOf<JobView>> {
    const further = [version ?? null, source ?? null, since ?? null, until ?? null]
    const values = [organizationId, spinnerId, status, idAfter(page), page.limit + 1, projectIds, ...further]
    const rows = await this.#database.read<FoundRow>(listJobs, values)
    return pageOf(rows.map(readJob), page, ({ id }) => id)
  }

  override async recipients(
    jobId: string,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientView>> {
    const after = numbersAfter(page) ?? [0, 0]
    const values = [jobId, ...filterValues(filter, after, page), this.#clock.now()]
    const rows = await this.#database.read<RecipientRow>(listRecipients, values)
    const { items, next } = pageOf(rows, page, (row) => `${row.slice}.${row.recordId}`)
    return { items: items.map(readRecipient), next }
  }

  override async recipientsOf(
    { organizationId, spinnerId, version }: JobsOfVersion,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientOfJob>> {
    const [jobId, ...after] = itemPositionAfter(page) ?? [null, 0, 0]
    const of = [spinnerId, version, jobId, mostJobsCounted, this.#clock.now()]
    const values = [organizationId, ...filterValues(filter, after, page), ...of]
    const rows = await this.#database.read<RecipientRow & { readonly jobId: TableFields<'jobs'>['id'] }>(
      listRecipientsOf,
      values,
    )
    const { items, next } = pageOf(rows, page, (row) => `${row.jobId}.${row.slice}.${row.recordId}`)
    return { items: items.map((row) => ({ ...readRecipient(row), jobId: row.jobId })), next }
  }

  override async failures(jobId: string): Promise<readonly FailedGroup[]> {
    const rows = await this.#database.read<FailedRow>(listFailures, [
      jobId,
      samplesOfGroup,
      this.#clock.now(),
    ])
    return rows.map(({ count, retried, stopped, changed, ...row }) => ({
      ...row,
      count: Number(count),
      retried: Number(retried),
      stopped: Number(stopped),
      changed: Number(changed),
    }))
  }

  override async progress(job: JobView): Promise<JobProgress> {
    const rows = await this.#database.read<SettledRow>(
      ...settledOverTime({
        p_job: job.id,
        p_parts: progressParts,
        p_slices: slicesRead,
        p_now: this.#clock.now(),
      }),
    )
    const { counts, startedAt, finishedAt } = job
    // If the query for the progress chart of a job returns no row, no recipient has finished yet, or
    // retention has deleted the recipients.
    const [first] = rows
    return progressOf(job, {
      whole: first?.whole ?? counts.pending + counts.waiting === counts.total,
      to: first?.ends_at ?? finishedAt ?? startedAt ?? job.createdAt,
      parts: rows.map(({ part, state, count }) => ({ part, state, count: Number(count) })),
    })
  }

  override programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>> {
    return this.#steps.programsOf(organizationId, jobIds)
  }

  override openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]> {
    return this.#steps.openOf(spinnerId, except)
  }

  override armsOf(organizationId: string, jobId: string): Promise<readonly SplitArmView[]> {
    return this.#steps.armsOf(organizationId, jobId)
  }

  override figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null> {
    return this.#steps.figuresOfJob(organizationId, jobId)
  }

  override figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures> {
    return this.#steps.figuresOfSpinner(organizationId, spinnerId)
  }

  override async clearEnded(before: Date): Promise<boolean> {
    const [row] = await this.#database.write<{ cleared: boolean }>(
      ...clearOldJob({
        p_before: before,
        p_now: this.#clock.now(),
        p_slices: slicesAtOnce,
        p_messages: messagesAtOnce,
      }),
    )
    return row?.cleared ?? false
  }
}

function readJob(row: FoundRow): JobView {
  const counts = countsOf(Number(row.audience), {
    waiting: Number(row.waiting),
    done: Number(row.done),
    skipped: Number(row.skipped),
    failed: Number(row.failed),
    unconfirmed: Number(row.unconfirmed),
    stopped: Number(row.stopped),
    deleted: Number(row.deleted),
  })
  return {
    id: row.id,
    organizationId: row.organization_id,
    spinnerId: row.spinner_id,
    spinnerVersion: row.spinner_version,
    source: row.source,
    startedBy: row.started_by,
    status: row.status,
    counts,
    reasons: reasonsOf(row.status, counts, row.reasons, Number(row.returned)),
    createdAt: row.created_at,
    startsAt: row.starts_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    paused: row.paused && { ...row.paused, at: new Date(row.paused.at) },
    expectedEnd: expectedEndOf(
      row.status,
      counts,
      row.last_due && { dueAt: row.last_due, waitSeconds: row.wait_seconds ?? 0 },
    ),
    pauses: row.pauses.map((pause) => ({ ...pause, at: new Date(pause.at) })),
    error: row.error,
    unattended: row.unattended,
    retryOf: row.retry_of,
    retries: row.retries.map(({ createdAt, ...link }) => ({ ...link, createdAt: new Date(createdAt) })),
  }
}

/**
 * Returns the SQL parameters $2 to $9 of both queries that list recipients of jobs: the state, the position,
 * the limit, the reason and the step.
 */
function filterValues(
  { state, reason, at }: RecipientFilter,
  [slice, recordId]: readonly [number, number],
  { limit }: Page,
): readonly unknown[] {
  return [state, slice, recordId, limit + 1, reason, at?.step, at?.withWaits, at?.waitsFor].map(
    (value) => value ?? null,
  )
}

function readRecipient(row: RecipientRow): RecipientView {
  const { recordId, state, step, attempts, error, updatedAt, isCancelled } = row
  return { recordId, state, step, attempts, error, updatedAt, reason: reasonOf(row, isCancelled) }
}
