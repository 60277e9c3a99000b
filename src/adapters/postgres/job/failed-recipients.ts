import { apiKeyIdOf, userIdOf } from '../../../domain/account/audit/actor.ts'
import { type FailedGroup, samplesOfGroup } from '../../../domain/job/recipient/failed-group.ts'
import type { FailedSelection, Retryable, RetryObstacle, RetryOrder } from '../../../ports/job/jobs.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import type { RowOf, TableFields } from '../schema/columns.ts'

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
        join recipients r on r.job_id = s.job_id and r.slice = s.no and r.status = 'failed'
       where s.job_id = $1
         and (s.failed > 0 or s.lease_holder is not null or (is_unfinished_slice(s.status) and s.due_at <= $3))
    ), placed as (
      select f.*, row_number() over (partition by f.step, f.reason order by f.alike, f.slice, f.record_id) as place, exists (
               select from jobs again
                 join recipients q on q.job_id = again.id and q.slice = f.slice and q.record_id = f.record_id
                where again.retry_of = $1 and q.reason is distinct from 'RECORD_RELEASED') as retried, exists (
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

// An SQL condition that is true for a recipient that failed before the moment to which the database was
// restored. A lost job may have retried the recipient since.
const mayHaveRun = `
  exists (select from restorations x
           where r.updated_at <= x.restored_moment and x.handled_at is not null and x.figures ->> 'nothingLost' = 'false')`

// An SQL condition that is true for a recipient that failed at one of the chosen steps.
const isAtStep = '($3::int[] is null or r.step = any($3))'

// An SQL condition that is false for a recipient of an unfinished job whose slice a runtime holds. This runtime may
// repeat its last write, which would release the address of the message that a retry sends meanwhile.
const isFree = `
  (exists (select from slices s where s.job_id = r.job_id and s.no = r.slice and s.lease_holder is null)
   or not is_unfinished_job((select j.status from jobs j where j.id = $1)))`

// An SQL condition on the recipients that a retry covers. Messages that may have been sent before a restore
// are sent again only if a person asks for that. Recipients in doubt need the code RESTORED; failed ones that
// may have been run again need their code and RESTORED.
const isCovered = `
  ${isAtStep} and (r.status = 'failed' and ($2::text[] is null or r.reason = any($2)) and ('RESTORED' = any($2) is true or not ${mayHaveRun})
   or r.status = 'unconfirmed' and r.reason = 'RESTORED' and 'RESTORED' = any($2))`

// Leaves out recipients with a stop: a reply, an unsubscribe, a complaint or a bounce came after they had failed,
// or while the message was in transit that failed.
const mayRunAgain = `(${isCovered} and r.pending_stop is null)`

// Finds the failed recipients of a job that no other job retries. A retried recipient is in a slice with the
// same number. Recipients that a cancelled retry sent nothing can be retried again.
const failed = `
    from recipients r
   where r.job_id = $1 and ${mayRunAgain} and ${isFree} and not exists (
     select from jobs again
       join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
      where again.retry_of = $1 and q.reason is distinct from 'RECORD_RELEASED')`

// Inserts the job of a retry with its recipients. Its recipients are in slices at once, because its audience
// is no range of the ledger.
const retry: Statement = {
  name: 'retry_job',
  text: `
    with failed as materialized (select r.slice, r.record_id, r.step, r.sender_id ${failed}),
    entered as (
      insert into recipients (job_id, slice, record_id, step, due_at, updated_at, sender_id)
      select $4, f.slice, f.record_id, f.step, $6, $6, f.sender_id from failed f
    ), sliced as (
      insert into slices (job_id, no, organization_id, due_at, entry_steps)
      select $4, f.slice, j.organization_id, $6, f.entered
        from (
          select a.slice, jsonb_agg(jsonb_build_object('step', a.step, 'count', a.count)) as entered
            from (select slice, step, count(*) as count from failed group by 1, 2) a group by 1) f
        join jobs j on j.id = $1
    )
    insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source,
                      from_seq, from_records, to_seq, to_records, cut_seq, created_at, retry_of, root_job_id, data, exclude,
                      status, paused_at, paused_by, paused_actor_id, started_by_user, started_by_key)
    select $4, j.organization_id, j.spinner_id, $5, j.data_table_id,
           case when $8::uuid is null then 'app' else 'api' end,
           0, 0, 0, (select count(*) from failed), 0, $6, j.id, root_of_job(p_job => j), j.data, j.exclude,
           case when s.paused_at is null then 'queued' else 'paused' end, s.paused_at,
           case when s.paused_at is not null then 'spinner' end, s.paused_actor_id, $7, $8
      from jobs j join spinners s on s.id = j.spinner_id where j.id = $1`,
}

// Locks the slices of a job with failed recipients, so that a stop of such a recipient either comes before the retry, which then leaves
// out the recipient, or finds the retry. Passes over locked slices, because their transactions may be waiting for
// the job; returns whether there are any.
const lockSlicesToRetry: Statement = {
  name: 'lock_slices_to_retry',
  text: `
    with locked as (
      select s.no from slices s
       where s.job_id = $1 and (s.failed > 0 or s.unconfirmed > 0) order by s.no for no key update skip locked)
    select (select count(*) from slices s where s.job_id = $1 and (s.failed > 0 or s.unconfirmed > 0))
           > (select count(*) from locked) as busy`,
}

const anyStopped: Statement = {
  name: 'any_stopped_of_job',
  text: `select 1 from recipients r where r.job_id = $1 and r.pending_stop is not null and ${isCovered} limit 1`,
}

// Finds what keeps a job from being retried. Locks the spinner, so that it is not deleted meanwhile; returns
// no row if it is deleted.
const obstacles: Statement = {
  name: 'obstacles_to_retry',
  text: `
    select j.spinner_id, j.spinner_version, j.data, j.cleared_slices > 0 or j.cleared as cleared,
           exists (select from slices s where s.job_id = j.id and s.lease_until > now()) as working,
           is_unfinished_job(j.status) as unfinished,
           exists (select from recipients r where r.job_id = $1 and ${mayRunAgain} and not ${isFree}) as any_held,
           exists (select from recipients r where r.job_id = $1 and ${mayRunAgain}) as any_failed,
           exists (select from recipients r
                    where r.job_id = $1 and r.status = 'failed' and ${isAtStep} and ($2::text[] is null or r.reason = any($2)) and r.pending_stop is null and ${mayHaveRun}) as any_before,
           array(select distinct r.step ${failed} order by 1) as steps
      from jobs j join spinners s on s.id = j.spinner_id
     where j.id = $1 for no key update of s`,
}

interface Obstacles extends Pick<RowOf<'jobs'>, 'spinner_id' | 'spinner_version' | 'data'> {
  readonly cleared: boolean
  readonly working: boolean
  readonly unfinished: boolean
  /** Whether a runtime holds the slice of such a recipient. */
  readonly any_held: boolean
  readonly any_failed: boolean
  readonly any_before: boolean
  readonly steps: number[]
}

/** Returns the failed recipients of a job by step and reason, most frequent first. */
export async function failuresOf(
  executor: Executor,
  jobId: string,
  now: Date,
): Promise<readonly FailedGroup[]> {
  const rows = await executor.read<FailedRow>(listFailures, [jobId, samplesOfGroup, now])
  return rows.map(({ count, retried, stopped, changed, ...row }) => ({
    ...row,
    count: Number(count),
    retried: Number(retried),
    stopped: Number(stopped),
    changed: Number(changed),
  }))
}

/**
 * Returns the failed recipients that a retry would run again, or the obstacle. Locks the spinner of the job and
 * its slices.
 */
export async function lockRetryable(
  executor: Executor,
  { jobId, codes, steps: atSteps = null }: FailedSelection,
): Promise<Retryable | RetryObstacle> {
  const [slices] = await executor.read<{ readonly busy: boolean }>(lockSlicesToRetry, [jobId])
  const [row] = await executor.read<Obstacles>(obstacles, [jobId, codes, atSteps])
  if (row === undefined) return 'deleted'
  if (row.cleared) return 'cleared'
  if ((row.working && !row.unfinished) || slices?.busy === true) return 'working'
  if (row.steps.length === 0) {
    if (row.any_held) return 'working'
    if (row.any_failed) return 'already'
    if (row.any_before) return 'restored'
    const stopped = await executor.read(anyStopped, [jobId, codes, atSteps])
    return stopped.length > 0 ? 'stopped' : 'none'
  }
  const { spinner_id: spinnerId, spinner_version: spinnerVersion, steps, data } = row
  return { spinnerId, spinnerVersion, steps, data }
}

/** Queues a job that runs the recipients returned by `lockRetryable` again. */
export async function retryFailed(
  executor: Executor,
  { jobId, codes, steps = null, newId, spinnerVersion, at, by }: RetryOrder,
): Promise<void> {
  await executor.write(retry, [jobId, codes, steps, newId, spinnerVersion, at, userIdOf(by), apiKeyIdOf(by)])
}
