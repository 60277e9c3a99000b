import type { ActorView } from '../../../domain/actor-view.ts'
import { expectedEndOf } from '../../../domain/job/expected-end.ts'
import {
  countsOf,
  type JobLink,
  type JobPause,
  type JobStatus,
  type JobView,
  reasonsOf,
} from '../../../domain/job/job.ts'
import type { ReasonCount } from '../../../domain/job/recipient/reason-view.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { SenderPause } from '../../../domain/sender/pacing/breaker.ts'
import type { JobFilter } from '../../../ports/job/jobs.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import { actorInColumn } from '../schema/actor-in-column.ts'
import type { RowOf } from '../schema/columns.ts'
import { spinnerWithin } from '../schema/within-projects.ts'
import { isLive } from './runtime-status.ts'

/** Returns SQL for the status that the API shows: a scheduled job is shown as queued. */
export function shownStatus(job: string): string {
  return `case when ${job}.status = 'scheduled' then 'queued' else ${job}.status end`
}

const select = `
  select j.id, j.organization_id, j.spinner_id, j.spinner_version, j.source, ${shownStatus('j')} as status, j.starts_at, j.to_records - j.from_records as audience,
         j.created_at, j.started_at, j.finished_at, j.error, j.retry_of, c.*, j.released_records + c.released_of_slices as returned,
         w.reasons, g.retries, b.started_by, e.last_due, e.wait_seconds, p.sender_pauses,
         case when j.paused_at is not null then jsonb_build_object(
           'at', j.paused_at, 'reason', j.paused_by, 'by', ${actorInColumn('j.paused_actor_id')}) end as pause,
         j.status = 'queued' and not exists (select from runtime_workers where ${isLive}) as unattended
    from jobs j
    cross join lateral (
      select coalesce(sum(waiting), 0) as waiting, coalesce(sum(done), 0) as done, coalesce(sum(skipped), 0) as skipped,
             coalesce(sum(failed), 0) as failed, coalesce(sum(unconfirmed), 0) as unconfirmed, coalesce(sum(stopped_count), 0) as stopped,
             min(s.due_at) filter (where s.status = 'open' and s.waiting > 0 and j.status = 'running') as next_due,
             coalesce(sum(deleted), 0) as deleted, coalesce(sum(released_records), 0) as released_of_slices
        from slices s where s.job_id = j.id) c
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'status', t.status, 'count', t.count) order by t.code), '[]') as reasons
        from (select r.code, r.status, sum(r.count) as count
                from slices s
                cross join lateral jsonb_to_recordset(s.reasons) as r(code text, status text, count bigint)
               where s.job_id = j.id and s.reasons is not null group by r.code, r.status) t) w
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'createdAt', a.created_at) order by a.id), '[]') as retries
        from jobs a where a.retry_of = j.id) g
    cross join lateral (
      select ${actorInColumn('coalesce(j.started_by_user, j.started_by_key)')} as started_by) b
    left join lateral (
      select s.last_due, (
               select coalesce(f.wait_seconds_after_steps[1 + l.step], 0)
                 from spinner_versions f
                where f.spinner_id = j.spinner_id and f.version = j.spinner_version) as wait_seconds
        from slices s
        cross join lateral (
          select coalesce((
                   select r.step from recipients r
                    where r.job_id = j.id and r.slice = s.no and r.status = 'waiting' order by r.due_at desc limit 1), 0) as step) l
       where s.job_id = j.id and s.status = 'open' and s.last_due is not null and j.status = 'running'
       order by s.last_due desc limit 1) e on true
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
               'senderId', b.sender_id, 'senderName', x.name, 'senderEmail', x.email, 'spinnerId', b.spinner_id,
               'at', b.paused_at, 'fault', b.fault) order by b.paused_at), '[]') as sender_pauses
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
       and ($9::timestamptz is null or j.created_at >= $9) and ($10::timestamptz is null or j.created_at < $10)
       and ($6::uuid[] is null or exists (select from spinners s where s.id = j.spinner_id and ${spinnerWithin('$6')}))
     order by j.id desc limit $5`,
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
  readonly started_by: ActorView | null
  readonly retries: readonly StoredLink[]
  readonly last_due: RowOf<'slices'>['last_due']
  readonly next_due: RowOf<'slices'>['due_at'] | null
  readonly wait_seconds: number | null
  readonly sender_pauses: readonly (Omit<SenderPause, 'at'> & { readonly at: string })[]
  readonly pause: (Omit<JobPause, 'at'> & { readonly at: string }) | null
  readonly unattended: boolean
}

/** Returns a job as the API shows it, with the counts of its recipients; null if the organization has no such job. */
export async function jobView(
  executor: Executor,
  organizationId: string,
  id: string,
): Promise<JobView | null> {
  const [row] = await executor.read<FoundRow>(findJob, [id, organizationId])
  return row === undefined ? null : readJob(row)
}

/** Returns a page of an organization's jobs, latest first. */
export async function jobViews(
  executor: Executor,
  organizationId: string,
  { spinnerId, status, version, source, since, until, projectIds = null }: JobFilter,
  page: Page,
): Promise<PageOf<JobView>> {
  const further = [version ?? null, source ?? null, since ?? null, until ?? null]
  const values = [organizationId, spinnerId, status, idAfter(page), page.limit + 1, projectIds, ...further]
  const rows = await executor.read<FoundRow>(listJobs, values)
  return pageOf(rows.map(readJob), page, ({ id }) => id)
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
    pause: row.pause && { ...row.pause, at: new Date(row.pause.at) },
    expectedEnd: expectedEndOf(
      row.status,
      counts,
      row.last_due && { dueAt: row.last_due, waitSeconds: row.wait_seconds ?? 0 },
    ),
    nextDueAt: row.next_due,
    senderPauses: row.sender_pauses.map((pause) => ({ ...pause, at: new Date(pause.at) })),
    error: row.error,
    unattended: row.unattended,
    retryOf: row.retry_of,
    retries: row.retries.map(({ createdAt, ...link }) => ({ ...link, createdAt: new Date(createdAt) })),
  }
}
