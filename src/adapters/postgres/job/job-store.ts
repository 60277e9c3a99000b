import { apiKeyIdOf, userIdOf } from '../../../domain/account/audit/actor.ts'
import type { JobStatus } from '../../../domain/job/job.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import type { Clock } from '../../../ports/clock.ts'
import type {
  ExitCause,
  FailedSelection,
  JobStore,
  PausedRecipients,
  PauseOrder,
  RecipientPlace,
  Retryable,
  RetryObstacle,
  RetryOrder,
} from '../../../ports/job/jobs.ts'
import type { MessagePlace } from '../../../ports/sender/message/message-tokens.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { RowOf } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

/** Returns SQL for the status that the API shows: a scheduled job is shown as queued. */
export function shownStatus(job: string): string {
  return `case when ${job}.status = 'scheduled' then 'queued' else ${job}.status end`
}

const lockStatus: Statement = {
  name: 'lock_job',
  text: `select ${shownStatus('j')} as status from jobs j where j.id = $2 and j.organization_id = $1 for no key update`,
}

const jobs = entity('jobs', 'spinnerId')

const cancelJob = sqlFunction('cancel_job', 'p_job', 'p_at')
const pauseJob = sqlFunction('pause_job', 'p_job', 'p_at', 'p_actor')
const resumeJob = sqlFunction('resume_job', 'p_job', 'p_now')
const pauseHeldJobs = sqlFunction('pause_held_jobs_of_spinner', 'p_spinner')
const pauseNextJobs = sqlFunction('pause_next_jobs_of_spinner', 'p_spinner', 'p_after', 'p_most')
const waitForMarks = sqlFunction('wait_for_marks', 'p_organization', 'p_spinner')
const pauseJobsOfOrganization = sqlFunction(
  'pause_jobs_of_organization',
  'p_organization',
  'p_at',
  'p_actor',
  'p_most',
)
const resumeJobsOfOrganization = sqlFunction(
  'resume_jobs_of_organization',
  'p_organization',
  'p_most',
  'p_now',
)
const resumeNextJobs = sqlFunction('resume_next_jobs_of_spinner', 'p_spinner', 'p_most', 'p_now')
const finishResumptions = sqlFunction('finish_spinner_resumptions', 'p_most', 'p_now')

// An SQL condition that is true for a recipient that failed before the moment to which the database was
// restored. A lost job may have retried the recipient since.
const mayHaveRun = `
  exists (select from restorations x
           where r.updated_at <= x.restored_moment and x.handled_at is not null and x.figures ->> 'nothingLost' = 'false')`

// An SQL condition on the recipients that a retry covers. Messages that may have been sent before a restore
// are sent again only if a person asks for that. Recipients in doubt need the code RESTORED; failed ones that
// may have been run again need their code and RESTORED.
const isCovered = `
  (r.state = 'failed' and ($2::text[] is null or r.reason = any($2)) and ('RESTORED' = any($2) is true or not ${mayHaveRun})
   or r.state = 'unconfirmed' and r.reason = 'RESTORED' and 'RESTORED' = any($2))`

// Leaves out recipients with a stop: a reply, an unsubscribe, a complaint or a bounce came after they had failed,
// or while the message was in transit that failed.
const mayRunAgain = `(${isCovered} and r.pending_stop is null)`

// Finds the failed recipients of a job that no other job retries. A retried recipient is in a slice with the
// same number. Recipients that a cancelled retry sent nothing can be retried again.
const failed = `
    from recipients r
   where r.job_id = $1 and ${mayRunAgain} and not exists (
     select from jobs again
       join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
      where again.retry_of = $1 and q.reason is distinct from 'RETURNED')`

// Inserts the job of a retry with its recipients. Its recipients are in slices at once, because its audience
// is no range of the ledger.
const retry: Statement = {
  name: 'retry_job',
  text: `
    with failed as materialized (select r.slice, r.record_id, r.step, r.sender_id ${failed}),
    entered as (
      insert into recipients (job_id, slice, record_id, step, due_at, updated_at, sender_id)
      select $3, f.slice, f.record_id, f.step, $5, $5, f.sender_id from failed f
    ), sliced as (
      insert into slices (job_id, no, organization_id, due_at, entry_steps)
      select $3, f.slice, j.organization_id, $5, f.entered
        from (
          select a.slice, jsonb_agg(jsonb_build_object('step', a.step, 'count', a.count)) as entered
            from (select slice, step, count(*) as count from failed group by 1, 2) a group by 1) f
        join jobs j on j.id = $1
    )
    insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source,
                      from_seq, from_records, to_seq, to_records, cut_seq, created_at, retry_of, root_job_id, data,
                      status, paused_at, paused_by, paused_actor_id, started_by_user, started_by_key)
    select $3, j.organization_id, j.spinner_id, $4, j.data_table_id,
           case when $7::uuid is null then 'app' else 'api' end,
           0, 0, 0, (select count(*) from failed), 0, $5, j.id, root_of_job(p_job => j), j.data,
           case when s.paused_at is null then 'queued' else 'paused' end, s.paused_at,
           case when s.paused_at is not null then 'spinner' end, s.paused_actor_id, $6, $7
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
           exists (select from recipients r where r.job_id = $1 and ${mayRunAgain}) as any_failed,
           exists (select from recipients r
                    where r.job_id = $1 and r.state = 'failed' and ($2::text[] is null or r.reason = any($2)) and r.pending_stop is null and ${mayHaveRun}) as any_before,
           array(select distinct r.step ${failed} order by 1) as steps
      from jobs j join spinners s on s.id = j.spinner_id
     where j.id = $1 for no key update of s`,
}

const anyUnfinished: Statement = {
  name: 'any_unfinished_job',
  text: 'select from jobs where spinner_id = $1 and is_unfinished_job(status) limit 1',
}

const holdOpenJobs = sqlFunction('lock_open_jobs', 'p_spinner', 'p_except')

export const openRecipients: Statement = {
  name: 'open_recipients_with_data',
  text: `
    select o.*, j.data, false as is_failed from open_recipients(p_spinner => $1, p_except => $2) o join jobs j on j.id = o.job_id
    union all
    select f.job_id, f.version, f.step, false, f.count, j.data, true
      from failed_recipients(p_spinner => $1, p_except => $2) f join jobs j on j.id = f.job_id`,
}

const moveJobs: Statement = {
  name: 'move_jobs',
  text: 'update jobs set spinner_version = $2 where id = any($1::uuid[])',
}

export interface OpenRow extends Pick<RowOf<'jobs'>, 'data'> {
  readonly job_id: string
  readonly version: number
  readonly step: number
  readonly is_held: boolean
  readonly is_failed: boolean
  readonly count: string
}

export function readOpen({
  job_id,
  version,
  step,
  is_held,
  is_failed,
  count,
  data,
}: OpenRow): OpenRecipients {
  return { jobId: job_id, version, step, isHeld: is_held, isFailed: is_failed, count: Number(count), data }
}

interface Obstacles extends Pick<RowOf<'jobs'>, 'spinner_id' | 'spinner_version' | 'data'> {
  readonly cleared: boolean
  readonly working: boolean
  readonly any_failed: boolean
  readonly any_before: boolean
  readonly steps: number[]
}

const announceTurns = sqlFunction('announce_turns', 'p_organizations')

const stopOneRecipient = sqlFunction(
  'stop_recipient',
  'p_organization',
  'p_job',
  'p_slice',
  'p_record',
  'p_exit',
  'p_code',
  'p_evidence',
  'p_until',
  'p_now',
)

const stopRecipientsOfPerson = sqlFunction(
  'stop_person',
  'p_organization',
  'p_address',
  'p_job',
  'p_slice',
  'p_record',
  'p_step',
  'p_exit',
  'p_code',
  'p_evidence',
  'p_now',
)

export class PostgresJobStore implements JobStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  async announceTurns(organizationIds: readonly string[]): Promise<void> {
    await execute(this.#tx.connection, ...announceTurns({ p_organizations: organizationIds }))
  }

  async lockStatus(organizationId: string, id: string): Promise<JobStatus | null> {
    const values = [organizationId, id]
    const [job] = await execute<{ status: JobStatus }>(this.#tx.connection, lockStatus, values)
    return job?.status ?? null
  }

  async cancel(id: string, at: Date): Promise<void> {
    await execute(this.#tx.connection, ...cancelJob({ p_job: id, p_at: at }))
  }

  async spinnerOf(organizationId: string, id: string): Promise<string | null> {
    return (await jobs.within(this.#tx).find({ organizationId, id }))?.spinnerId ?? null
  }

  async pause(id: string, { at, actorId }: PauseOrder): Promise<boolean> {
    const call = pauseJob({ p_job: id, p_at: at, p_actor: actorId })
    const [answer] = await execute<{ pause_job: boolean }>(this.#tx.connection, ...call)
    return answer?.pause_job ?? false
  }

  async resume(id: string): Promise<void> {
    await execute(this.#tx.connection, ...resumeJob({ p_job: id, p_now: this.#clock.now() }))
  }

  async pauseHeldOf(spinnerId: string): Promise<void> {
    await execute(this.#tx.connection, ...pauseHeldJobs({ p_spinner: spinnerId }))
  }

  async pauseNextOf(spinnerId: string, after: string | null, most: number): Promise<string | null> {
    const call = pauseNextJobs({ p_spinner: spinnerId, p_after: after, p_most: most })
    type Row = { readonly pause_next_jobs_of_spinner: string | null }
    const [row] = await execute<Row>(this.#tx.connection, ...call)
    return row?.pause_next_jobs_of_spinner ?? null
  }

  async waitForMarksOf(organizationId: string, spinnerId: string | null): Promise<void> {
    const call = waitForMarks({ p_organization: organizationId, p_spinner: spinnerId })
    await execute(this.#tx.connection, ...call)
  }

  async resumeNextOf(spinnerId: string, most: number): Promise<number> {
    const call = resumeNextJobs({ p_spinner: spinnerId, p_most: most, p_now: this.#clock.now() })
    type Row = { readonly resume_next_jobs_of_spinner: number }
    const [row] = await execute<Row>(this.#tx.connection, ...call)
    return row?.resume_next_jobs_of_spinner ?? 0
  }

  async finishSpinnerResumptions(most: number): Promise<number> {
    const call = finishResumptions({ p_most: most, p_now: this.#clock.now() })
    type Row = { readonly finish_spinner_resumptions: number }
    const [row] = await execute<Row>(this.#tx.connection, ...call)
    return row?.finish_spinner_resumptions ?? 0
  }

  async pauseOfOrganization(organizationId: string, { at, actorId }: PauseOrder, most: number | null) {
    const order = { p_organization: organizationId, p_at: at, p_actor: actorId, p_most: most }
    type Row = { readonly pause_jobs_of_organization: number }
    const [row] = await execute<Row>(this.#tx.connection, ...pauseJobsOfOrganization(order))
    return row?.pause_jobs_of_organization ?? 0
  }

  async resumeOfOrganization(organizationId: string, most: number): Promise<number> {
    const order = { p_organization: organizationId, p_most: most, p_now: this.#clock.now() }
    type Row = { readonly resume_jobs_of_organization: number }
    const [row] = await execute<Row>(this.#tx.connection, ...resumeJobsOfOrganization(order))
    return row?.resume_jobs_of_organization ?? 0
  }

  async retryable({ jobId, codes }: FailedSelection): Promise<Retryable | RetryObstacle> {
    const [slices] = await execute<{ readonly busy: boolean }>(this.#tx.connection, lockSlicesToRetry, [
      jobId,
    ])
    const [found] = await execute<Obstacles>(this.#tx.connection, obstacles, [jobId, codes])
    if (found === undefined) return 'deleted'
    if (found.cleared) return 'cleared'
    if (found.working || slices?.busy === true) return 'working'
    if (found.steps.length === 0) {
      if (found.any_failed) return 'already'
      if (found.any_before) return 'restored'
      const stopped = await execute(this.#tx.connection, anyStopped, [jobId, codes])
      return stopped.length > 0 ? 'stopped' : 'none'
    }
    const { spinner_id: spinnerId, spinner_version: spinnerVersion, steps, data } = found
    return { spinnerId, spinnerVersion, steps, data }
  }

  async retryFailed({ jobId, codes, newId, spinnerVersion, at, by }: RetryOrder): Promise<void> {
    const values = [jobId, codes, newId, spinnerVersion, at, userIdOf(by), apiKeyIdOf(by)]
    await execute(this.#tx.connection, retry, values)
  }

  async holdOpen(spinnerId: string, except: number): Promise<PausedRecipients> {
    const [held] = await execute<{ lock_open_jobs: string[] }>(
      this.#tx.connection,
      ...holdOpenJobs({ p_spinner: spinnerId, p_except: except }),
    )
    const rows = await execute<OpenRow>(this.#tx.connection, openRecipients, [spinnerId, except])
    return { open: rows.map(readOpen), busy: new Set(held?.lock_open_jobs) }
  }

  async moveTo(jobIds: readonly string[], version: number): Promise<void> {
    await execute(this.#tx.connection, moveJobs, [jobIds, version])
  }

  async anyUnfinishedOf(spinnerId: string): Promise<boolean> {
    return (await execute(this.#tx.connection, anyUnfinished, [spinnerId])).length > 0
  }

  async stopRecipient(organizationId: string, { jobId, slice, recordId }: RecipientPlace, ending: ExitCause) {
    const call = stopOneRecipient({
      p_organization: organizationId,
      p_job: jobId,
      p_slice: slice,
      p_record: recordId,
      p_exit: ending.exit,
      p_code: ending.code,
      p_evidence: JSON.stringify(ending.evidence),
      p_until: ending.until,
      p_now: this.#clock.now(),
    })
    type Row = { readonly outcome: 'stopped' | 'held' | null }
    const [row] = await execute<Row>(this.#tx.connection, ...call)
    return row?.outcome ?? null
  }

  async stopPerson(
    organizationId: string,
    address: string,
    ending: Omit<ExitCause, 'until'> & { readonly answered?: MessagePlace },
  ) {
    const { answered } = ending
    const call = stopRecipientsOfPerson({
      p_organization: organizationId,
      p_address: address,
      p_job: answered?.jobId ?? null,
      p_slice: answered?.slice ?? null,
      p_record: answered?.recordId ?? null,
      p_step: answered?.step ?? null,
      p_exit: ending.exit,
      p_code: ending.code,
      p_evidence: JSON.stringify(ending.evidence),
      p_now: this.#clock.now(),
    })
    const [row] = await execute<{ readonly stopped: number }>(this.#tx.connection, ...call)
    return row?.stopped ?? 0
  }
}
