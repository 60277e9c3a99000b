import type { JobStatus, JobView } from '../../../domain/job/job.ts'
import type { JobProgress } from '../../../domain/job/progress.ts'
import type { FailedGroup } from '../../../domain/job/recipient/failed-group.ts'
import type { RecipientOfJob, RecipientView } from '../../../domain/job/recipient/recipient.ts'
import type { OpenRecipients } from '../../../domain/job/recipient-move.ts'
import type { SliceOfJob } from '../../../domain/job/slices-to-renew.ts'
import type { SplitBranchView } from '../../../domain/job/split-branch-figures.ts'
import type { SpinnerFigures, VersionFigures } from '../../../domain/job/step-figures.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import { waitsForNoSender } from '../../../domain/reason.ts'
import type { Program } from '../../../domain/spinner/steps/program.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type ExitCause,
  type FailedJobs,
  type FailedSelection,
  type JobFilter,
  JobStore,
  type JobsOfVersion,
  type OrganizationChange,
  type PausedRecipients,
  type PauseOrder,
  type RecipientFilter,
  type RecipientPlace,
  type Retryable,
  type RetryObstacle,
  type RetryOrder,
  type SenderChange,
  type WaitChange,
} from '../../../ports/job/jobs.ts'
import type { MessagePlace } from '../../../ports/sender/message/message-tokens.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import type { RowOf } from '../schema/columns.ts'
import { programsOfJobs } from '../schema/programs-of-jobs.ts'
import { sqlFunction } from '../sql-function.ts'
import { failuresOf, lockRetryable, retryFailed } from './failed-recipients.ts'
import { progressOfJob } from './figures/job-progress.ts'
import { armsOfJob, figuresOfJob, figuresOfSpinner } from './figures/steps-of-jobs.ts'
import { jobView, jobViews, shownStatus } from './job-views.ts'
import { recipientsOfJob, recipientsOfVersion } from './recipients-of-jobs.ts'

const lockStatus: Statement = {
  name: 'lock_job',
  text: `select ${shownStatus('j')} as status from jobs j where j.id = $2 and j.organization_id = $1 for no key update`,
}

const jobs = entity('jobs', 'spinnerId')
const waitChanges = entity('outdated_waits', 'subjectId')

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

// Finds the segments among $2, and among those that the trigger of the job excluded, that are deleted.
const lostSegments: Statement = {
  name: 'lost_segments_of_job',
  text: `
    select n.id
      from jobs j
      cross join lateral (
        select unnest($2::text[]) union select jsonb_array_elements_text(j.exclude -> 'segmentIds')) n(id)
     where j.id = $1
       and not exists (select from segments g where g.data_table_id = j.data_table_id and g.id::text = n.id)`,
}

const anyUnfinished: Statement = {
  name: 'any_unfinished_job',
  text: 'select from jobs where spinner_id = $1 and is_unfinished_job(status) limit 1',
}

// Finds jobs with failed recipients that no retry has run, by an index that has only slices with failed recipients.
const failedJobs: Statement = {
  name: 'failed_jobs_of_spinner',
  text: `
    select j.id
      from (select distinct s.job_id from slices s
             where s.organization_id = $1 and s.failed > 0 and ($3::uuid is null or s.job_id > $3)) f
      join jobs j on j.id = f.job_id and j.spinner_id = $2
     where exists (
       select from slices s
         join recipients r on r.job_id = s.job_id and r.slice = s.no and r.status = 'failed'
        where s.job_id = j.id and s.failed > 0
          and ($5::text[] is null or r.reason = any($5)) and ($6::int[] is null or r.step = any($6))
          and not exists (
            select from jobs again
              join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
             where again.retry_of = j.id and q.reason is distinct from 'RECORD_RELEASED'))
     order by j.id limit $4`,
}

const holdOpenJobs = sqlFunction('lock_open_jobs', 'p_spinner', 'p_except')

const openRecipients: Statement = {
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

interface OpenRow extends Pick<RowOf<'jobs'>, 'data'> {
  readonly job_id: string
  readonly version: number
  readonly step: number
  readonly is_held: boolean
  readonly is_failed: boolean
  readonly count: string
}

function readOpen({ job_id, version, step, is_held, is_failed, count, data }: OpenRow): OpenRecipients {
  return { jobId: job_id, version, step, isHeld: is_held, isFailed: is_failed, count: Number(count), data }
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

const clearOldJob = sqlFunction('clear_old_job', 'p_before', 'p_now', 'p_slices', 'p_messages')

/**
 * The number of slices (up to 500 recipients each) and of messages of an ended job that one commit deletes.
 * More would hold up requests.
 */
const slicesAtOnce = 4
const messagesAtOnce = 2_000

// Takes a later time if a subject changes twice in a millisecond, so that the end of the first change's work does not
// end that of the second.
const outdateWaits: Statement = {
  name: 'outdate_waits',
  text: `
    insert into outdated_waits as w (subject_id, organization_id, reasons, since, ends_cooldown)
    values ($1, $2, $3, $4, $5)
    on conflict (subject_id) do update
       set since = greatest(excluded.since, w.since + interval '1 millisecond'),
           reasons = case when excluded.reasons is not null then array(
             select distinct unnest(w.reasons || excluded.reasons)) end,
           ends_cooldown = w.ends_cooldown or excluded.ends_cooldown, lease_until = null`,
}

const idleWaitChanges: Statement = {
  name: 'untaken_outdated_waits',
  text: `
    select subject_id as id from outdated_waits
     where (lease_until is null or lease_until <= clock_timestamp())
       and not is_leaving(p_organization => organization_id)
     order by subject_id limit $1`,
}

const extendWaitChange: Statement = {
  name: 'keep_outdated_waits',
  text: `
    update outdated_waits
       set lease_until = clock_timestamp() + interval '10 minutes', last_job_id = $3, last_slice = $4
     where subject_id = $1 and since = $2 returning 1`,
}

// Keeps the change of an organization that moves to another cell, because its recipients may have been copied before
// they became due.
const endWaitChange: Statement = {
  name: 'end_outdated_waits',
  text: 'delete from outdated_waits where subject_id = $1 and since = $2 and not is_leaving(p_organization => organization_id)',
}

const continueWaitChange = sqlFunction('continue_outdated_waits', 'p_subject', 'p_now')

const recheckWaits = sqlFunction('recheck_waits', 'p_causes', 'p_jobs', 'p_slices', 'p_at')

// Finds every leased slice too, because the counts in its column `reasons` are written only when it is released. Its
// recipients, and those of slices that are due for others, may wait much longer. Leaves out the slices of a cancelled
// job that are not closed yet. Looks for the reasons in $2, or, for a sender ($2 is null), for all reasons except those
// in $3.
const slicesWaiting: Statement = {
  name: 'slices_with_outdated_waits',
  text: `
    select s.job_id as "jobId", s.no as slice
      from (select o.job_id, o.no, o.reasons, o.lease_holder
              from slices o join jobs c on c.id = o.job_id and c.status <> 'cancelled'
             where o.organization_id = $1 and o.status = 'open'
            union all
            select p.job_id, p.no, p.reasons, p.lease_holder
              from jobs j join slices p on p.job_id = j.id and p.status = 'paused'
             where j.organization_id = $1 and j.status = 'paused') s
     where s.lease_holder is not null or exists (
       select from jsonb_array_elements(s.reasons) r
        where r ->> 'status' = 'waiting'
          and case when $2::text[] is null then r ->> 'code' <> all($3::text[]) else r ->> 'code' = any($2) end)
     order by s.job_id, s.no`,
}

type WaitChangeRow = Omit<WaitChange, 'done' | 'from'> & {
  readonly doneJob: string | null
  readonly doneSlice: number | null
  readonly fromJob: string | null
  readonly fromSlice: number | null
}

function sliceOf(jobId: string | null, slice: number | null): SliceOfJob | null {
  return jobId === null || slice === null ? null : { jobId, slice }
}

export class PostgresJobStore extends JobStore {
  readonly #executor: Executor
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override find(organizationId: string, jobId: string): Promise<JobView | null> {
    return jobView(this.#executor, organizationId, jobId)
  }

  override list(organizationId: string, filter: JobFilter, page: Page): Promise<PageOf<JobView>> {
    return jobViews(this.#executor, organizationId, filter, page)
  }

  override recipients(jobId: string, filter: RecipientFilter, page: Page): Promise<PageOf<RecipientView>> {
    return recipientsOfJob(this.#executor, jobId, filter, page, this.#clock.now())
  }

  override recipientsOf(
    version: JobsOfVersion,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientOfJob>> {
    return recipientsOfVersion(this.#executor, version, filter, page, this.#clock.now())
  }

  override failures(jobId: string): Promise<readonly FailedGroup[]> {
    return failuresOf(this.#executor, jobId, this.#clock.now())
  }

  override progress(job: JobView): Promise<JobProgress> {
    return progressOfJob(this.#executor, job, this.#clock.now())
  }

  override programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>> {
    return programsOfJobs(this.#executor, organizationId, jobIds)
  }

  override async openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]> {
    const rows = await this.#executor.read<OpenRow>(openRecipients, [spinnerId, except])
    return rows.map(readOpen)
  }

  override armsOf(organizationId: string, jobId: string): Promise<readonly SplitBranchView[]> {
    return armsOfJob(this.#executor, organizationId, jobId)
  }

  override figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null> {
    return figuresOfJob(this.#executor, organizationId, jobId)
  }

  override figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures> {
    return figuresOfSpinner(this.#executor, organizationId, spinnerId)
  }

  override async clearEnded(before: Date): Promise<boolean> {
    const [row] = await this.#executor.write<{ cleared: boolean }>(
      ...clearOldJob({
        p_before: before,
        p_now: this.#clock.now(),
        p_slices: slicesAtOnce,
        p_messages: messagesAtOnce,
      }),
    )
    return row?.cleared ?? false
  }

  override async announceTurns(organizationIds: readonly string[]): Promise<void> {
    await this.#executor.write(...announceTurns({ p_organizations: organizationIds }))
  }

  override async lockStatus(organizationId: string, id: string): Promise<JobStatus | null> {
    const values = [organizationId, id]
    const [job] = await this.#executor.write<{ status: JobStatus }>(lockStatus, values)
    return job?.status ?? null
  }

  override async cancel(id: string, at: Date): Promise<void> {
    await this.#executor.write(...cancelJob({ p_job: id, p_at: at }))
  }

  override async spinnerOf(organizationId: string, id: string): Promise<string | null> {
    return (await jobs.within(this.#executor).find({ organizationId, id }))?.spinnerId ?? null
  }

  override async pause(id: string, { at, actorId }: PauseOrder): Promise<boolean> {
    const call = pauseJob({ p_job: id, p_at: at, p_actor: actorId })
    const [answer] = await this.#executor.write<{ pause_job: boolean }>(...call)
    return answer?.pause_job ?? false
  }

  override async resume(id: string): Promise<void> {
    await this.#executor.write(...resumeJob({ p_job: id, p_now: this.#clock.now() }))
  }

  override async pauseHeldOf(spinnerId: string): Promise<void> {
    await this.#executor.write(...pauseHeldJobs({ p_spinner: spinnerId }))
  }

  override async pauseNextOf(spinnerId: string, after: string | null, most: number): Promise<string | null> {
    const call = pauseNextJobs({ p_spinner: spinnerId, p_after: after, p_most: most })
    type Row = { readonly pause_next_jobs_of_spinner: string | null }
    const [row] = await this.#executor.write<Row>(...call)
    return row?.pause_next_jobs_of_spinner ?? null
  }

  override async waitForMarksOf(organizationId: string, spinnerId: string | null): Promise<void> {
    const call = waitForMarks({ p_organization: organizationId, p_spinner: spinnerId })
    await this.#executor.write(...call)
  }

  override async resumeNextOf(spinnerId: string, most: number): Promise<number> {
    const call = resumeNextJobs({ p_spinner: spinnerId, p_most: most, p_now: this.#clock.now() })
    type Row = { readonly resume_next_jobs_of_spinner: number }
    const [row] = await this.#executor.write<Row>(...call)
    return row?.resume_next_jobs_of_spinner ?? 0
  }

  override async finishSpinnerResumptions(most: number): Promise<number> {
    const call = finishResumptions({ p_most: most, p_now: this.#clock.now() })
    type Row = { readonly finish_spinner_resumptions: number }
    const [row] = await this.#executor.write<Row>(...call)
    return row?.finish_spinner_resumptions ?? 0
  }

  override async pauseOfOrganization(
    organizationId: string,
    { at, actorId }: PauseOrder,
    most: number | null,
  ) {
    const order = { p_organization: organizationId, p_at: at, p_actor: actorId, p_most: most }
    type Row = { readonly pause_jobs_of_organization: number }
    const [row] = await this.#executor.write<Row>(...pauseJobsOfOrganization(order))
    return row?.pause_jobs_of_organization ?? 0
  }

  override async resumeOfOrganization(organizationId: string, most: number): Promise<number> {
    const order = { p_organization: organizationId, p_most: most, p_now: this.#clock.now() }
    type Row = { readonly resume_jobs_of_organization: number }
    const [row] = await this.#executor.write<Row>(...resumeJobsOfOrganization(order))
    return row?.resume_jobs_of_organization ?? 0
  }

  override retryable(failed: FailedSelection): Promise<Retryable | RetryObstacle> {
    return lockRetryable(this.#executor, failed)
  }

  override retryFailed(order: RetryOrder): Promise<void> {
    return retryFailed(this.#executor, order)
  }

  override async failedJobsOf(
    organizationId: string,
    { spinnerId, codes, steps, after, most }: FailedJobs,
  ): Promise<readonly string[]> {
    const values = [organizationId, spinnerId, after, most, codes, steps]
    const rows = await this.#executor.read<{ id: string }>(failedJobs, values)
    return rows.map(({ id }) => id)
  }

  override async holdOpen(spinnerId: string, except: number): Promise<PausedRecipients> {
    const [held] = await this.#executor.write<{ lock_open_jobs: string[] }>(
      ...holdOpenJobs({ p_spinner: spinnerId, p_except: except }),
    )
    return { open: await this.openOf(spinnerId, except), busy: new Set(held?.lock_open_jobs) }
  }

  override async moveTo(jobIds: readonly string[], version: number): Promise<void> {
    await this.#executor.write(moveJobs, [jobIds, version])
  }

  override async lostSegmentsOf(jobId: string, segmentIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#executor.read<{ id: string }>(lostSegments, [jobId, segmentIds])
    return rows.map(({ id }) => id)
  }

  override async anyUnfinishedOf(spinnerId: string): Promise<boolean> {
    return (await this.#executor.read(anyUnfinished, [spinnerId])).length > 0
  }

  override async stopRecipient(
    organizationId: string,
    { jobId, slice, recordId }: RecipientPlace,
    ending: ExitCause,
  ) {
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
    const [row] = await this.#executor.write<Row>(...call)
    return row?.outcome ?? null
  }

  override async stopPerson(
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
    const [row] = await this.#executor.write<{ readonly stopped: number }>(...call)
    return row?.stopped ?? 0
  }

  override async outdateWaits(change: SenderChange | OrganizationChange): Promise<void> {
    const { organizationId, since } = change
    const values =
      'senderId' in change
        ? [change.senderId, organizationId, null, since, change.endsCooldown]
        : [organizationId, organizationId, change.reasons, since, false]
    await this.#executor.write(outdateWaits, values)
  }

  override async idleWaitChanges(most: number): Promise<readonly string[]> {
    const rows = await this.#executor.read<{ id: string }>(idleWaitChanges, [most])
    return rows.map(({ id }) => id)
  }

  override async beginWaitChange(subjectId: string, now: Date): Promise<WaitChange | null> {
    const call = continueWaitChange({ p_subject: subjectId, p_now: now })
    const [row] = await this.#executor.write<WaitChangeRow>(...call)
    if (row === undefined) return null
    const { doneJob, doneSlice, fromJob, fromSlice, ...change } = row
    return { ...change, done: sliceOf(doneJob, doneSlice), from: sliceOf(fromJob, fromSlice) }
  }

  override async extendWaitChange(
    { subjectId, since }: WaitChange,
    done: SliceOfJob | null,
  ): Promise<boolean> {
    const values = [subjectId, since, done?.jobId ?? null, done?.slice ?? null]
    return (await this.#executor.write(extendWaitChange, values)).length > 0
  }

  override async releaseWaitChange({ subjectId, since }: WaitChange, done: SliceOfJob | null): Promise<void> {
    const place = { lastJobId: done?.jobId ?? null, lastSlice: done?.slice ?? null }
    await waitChanges.within(this.#executor).patch({ subjectId, since }, { leaseUntil: null, ...place })
  }

  override async endWaitChange({ subjectId, since }: WaitChange): Promise<void> {
    await this.#executor.write(endWaitChange, [subjectId, since])
  }

  override slicesWaiting({ organizationId, reasons }: WaitChange): Promise<readonly SliceOfJob[]> {
    return this.#executor.read<SliceOfJob>(slicesWaiting, [organizationId, reasons, waitsForNoSender])
  }

  override async makeDue(
    { subjectId, reasons, at }: WaitChange,
    slices: readonly SliceOfJob[],
  ): Promise<void> {
    const call = recheckWaits({
      p_causes: reasons ?? [subjectId],
      p_jobs: slices.map(({ jobId }) => jobId),
      p_slices: slices.map(({ slice }) => slice),
      p_at: at,
    })
    await this.#executor.write(...call)
  }
}
