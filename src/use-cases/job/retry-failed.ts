import { jobSubject } from '../../domain/account/audit/subject.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { type RetryVersion, stepWithoutContinuation } from '../../domain/job/retry-version.ts'
import { meterExceeded } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { ReasonCode } from '../../domain/reason.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { pathOf, programOf } from '../../domain/spinner/steps/program.ts'
import { missingTriggerData } from '../../domain/spinner/trigger-data.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { JobStore, Retryable, RetryObstacle } from '../../ports/job/jobs.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { Timers } from '../../ports/timers.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { AdmitSending } from '../admit-sending.ts'
import { lockJob } from './lock-job.ts'
import { assertSegmentsOfRun, RanVersion } from './ran-version.ts'

export interface RetryFailedCommand extends Requester {
  readonly jobId: string
  /** The reasons of failed recipients to retry; null to retry all failed recipients. */
  readonly codes: readonly ReasonCode[] | null
  /** The steps at which the recipients failed that are retried; null or absent for all steps. */
  readonly steps?: readonly number[] | null
  readonly version: RetryVersion
}

/** The retries of several jobs of a spinner. */
export interface SpinnerRetry {
  /** The ids of the new jobs. */
  readonly startedIds: readonly string[]
  /** The jobs whose failed recipients could not be retried, with the reasons. */
  readonly refused: readonly { readonly jobId: string; readonly error: DomainError }[]
  /** Whether the spinner has more jobs with failed recipients than one request retries. */
  readonly hasMore: boolean
}

/** The number of jobs that one request for all jobs of a spinner retries. */
const jobsAtOnce = 100
/** The number of jobs at which such a request looks: refused ones are passed over. */
const maxLooked = 1_000
/** The pauses in milliseconds after which a retry tries again to lock slices that a runtime is writing. */
const pausesMs = [50, 100, 200, 400, 800]

/**
 * Retries the failed recipients of a job in a new job, from the step that failed, so that earlier messages
 * are not sent again. Works while the job runs, too. Each recipient is retried once per job; otherwise two clicks would send two messages.
 */
export class RetryFailed {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #admitSending: AdmitSending
  readonly #templates: Templates
  readonly #jobs: JobStore
  readonly #timers: Timers

  constructor(
    unitOfWork: UnitOfWork,
    clock: Clock,
    ids: Ids,
    admitSending: AdmitSending,
    templates: Templates,
    jobs: JobStore,
    timers: Timers,
  ) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#admitSending = admitSending
    this.#templates = templates
    this.#jobs = jobs
    this.#timers = timers
  }

  async execute(command: RetryFailedCommand): Promise<string> {
    await this.#admitSending.toStart(command.organizationId)
    const newId = this.#ids.next()
    // Parses the templates of the version before its spinner is locked, because triggers would wait for them.
    for (let isDone = false; !isDone; ) {
      const ran = command.version === 'same' ? await this.#ranVersion(command) : null
      isDone = await this.#whenFree(() => this.#unitOfWork.run((tx) => this.#retry(tx, command, newId, ran)))
    }
    return newId
  }

  /** Repeats a retry that met slices which runtimes write at this moment, for about 1.5 seconds. */
  async #whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
    for (const pause of pausesMs)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof DomainError) || obstacleOf(error) !== 'working') throw error
        await this.#timers.sleep(pause)
      }
    return await work()
  }

  /**
   * Retries the failed recipients of all jobs of a spinner, each job in a new job. Leaves out jobs without such recipients.
   * Throws the first refusal if nothing was started.
   */
  async ofSpinner({
    spinnerId,
    ...command
  }: Omit<RetryFailedCommand, 'jobId'> & { readonly spinnerId: string }): Promise<SpinnerRetry> {
    const { organizationId, codes, steps = null } = command
    const startedIds: string[] = []
    const refused: { jobId: string; error: DomainError }[] = []
    const looked = { spinnerId, codes, steps, after: null, most: maxLooked + 1 }
    const jobIds = await this.#jobs.failedJobsOf(organizationId, looked)
    let hasMore = jobIds.length > maxLooked
    for (const [index, jobId] of jobIds.slice(0, maxLooked).entries()) {
      // Refused jobs do not count, because a repeated request would meet the same ones again.
      if (startedIds.length === jobsAtOnce) {
        hasMore = index < jobIds.length
        break
      }
      try {
        startedIds.push(await this.execute({ ...command, jobId }))
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        if (!isWithoutFailures(error)) refused.push({ jobId, error })
        // Starts nothing more once the plan permits no further job.
        if (error.code === 'PLAN_LIMIT') break
      }
    }
    const [first] = refused
    if (startedIds.length === 0) throw first?.error ?? refusal('none')
    return { startedIds, refused: refused.slice(0, jobsAtOnce), hasMore }
  }

  async #ranVersion({ organizationId, jobId }: RetryFailedCommand): Promise<RanVersion> {
    const job = await this.#jobs.find(organizationId, jobId)
    if (job === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
    const version = await this.#unitOfWork.run((tx) =>
      tx.spinners.findVersion(job.spinnerId, job.spinnerVersion),
    )
    if (version === null) throw refusal('deleted')
    return await RanVersion.read(organizationId, version, this.#templates)
  }

  /**
   * Starts the retry in one transaction. Returns false if a column was renamed in the version after it was read, so
   * that the caller tries again.
   */
  async #retry(
    tx: Transaction,
    command: RetryFailedCommand,
    newId: string,
    ran: RanVersion | null,
  ): Promise<boolean> {
    const { organizationId, jobId, codes, steps = null, by } = command
    const now = this.#clock.now()
    const { retryable, spinner } = await lockRetryable(tx, command)
    if (ran !== null) {
      const version = await tx.spinners.findVersion(retryable.spinnerId, retryable.spinnerVersion)
      if (version === null) throw refusal('deleted')
      if (!ran.isStill(version)) return false
      ran.assertColumns(version)
    }
    await assertSegmentsOfRun(tx, jobId, ran)
    const spinnerVersion =
      ran === null ? await currentVersion(tx, spinner, retryable) : retryable.spinnerVersion
    const retry = { jobId, codes, steps, newId, spinnerVersion, at: now, by }
    await tx.jobs.retryFailed(retry)
    const failedVersion = await tx.spinners.findVersion(retryable.spinnerId, retryable.spinnerVersion)
    const program = failedVersion === null ? null : programOf(failedVersion.steps)
    await tx.audit.add({
      action: 'job.retried',
      organizationId,
      by,
      subject: jobSubject(newId, spinner),
      after: {
        retryOf: jobId,
        version: spinnerVersion,
        ...(codes === null ? {} : { codes }),
        ...(steps === null ? {} : { atSteps: steps.map((step) => pathOf(program, step)) }),
      },
    })
    await tx.jobs.announceTurns([organizationId])
    const realNow = this.#clock.realNow()
    const spending = { organizationId, meter: 'jobs', period: periodOf(realNow), amount: 1 } as const
    const reading = await tx.plans.spend(spending)
    if (reading !== null) throw meterExceeded(reading, 1, realNow)
    return true
  }
}

/** Locks the job and its spinner, and returns the recipients that a retry would run again. Throws if there are none. */
async function lockRetryable(
  tx: Transaction,
  { organizationId, jobId, codes, steps = null }: RetryFailedCommand,
): Promise<{ readonly retryable: Retryable; readonly spinner: Spinner | null }> {
  const { spinner } = await lockJob(tx, organizationId, jobId)
  const retryable = await tx.jobs.retryable({ jobId, codes, steps })
  if (typeof retryable === 'string') throw refusal(retryable)
  return { retryable, spinner }
}

/**
 * Returns the number of the published version. Throws if it cannot continue at the steps at which recipients
 * failed.
 */
async function currentVersion(
  tx: Transaction,
  spinner: Spinner | null,
  { spinnerId, spinnerVersion, steps, data }: Retryable,
): Promise<number> {
  const current = spinner?.publishedVersion ?? null
  if (current === null)
    throw new DomainError('CONFLICT', {
      message: 'The spinner is not published. Publish it, or retry with "version": "same"',
    })
  const [ran, now] = [
    await tx.spinners.findVersion(spinnerId, spinnerVersion),
    await tx.spinners.findVersion(spinnerId, current),
  ]
  const step = stepWithoutContinuation(steps, ran?.steps ?? [], now?.steps ?? [])
  if (step !== null)
    throw new DomainError('CONFLICT', {
      message: sentence(
        'Version {current} cannot continue recipients that failed at step {path} of version {spinnerVersion}, because that step was removed or has another type, or an earlier message changed. Retry with "version": "same", or publish a version in which only that step and later steps differ',
        { current, path: pathOf(programOf(ran?.steps ?? []), step), spinnerVersion },
      ),
    })
  const missing = missingTriggerData(now?.triggerData ?? [], data)
  if (missing.length > 0)
    throw new DomainError('CONFLICT', {
      message: sentence(
        'Version {current} requires data that the trigger of this job did not send: "{missing}". Retry with "version": "same", or publish a version in which it is optional',
        { current, missing: missing.join('", "') },
      ),
    })
  return current
}

/** The obstacles of refused retries, by their errors. */
const obstacles = new WeakMap<DomainError, RetryObstacle>()

function obstacleOf(error: DomainError): RetryObstacle | null {
  return obstacles.get(error) ?? null
}

/** Returns whether a retry was refused because its job has no recipient that it may retry. */
function isWithoutFailures(error: DomainError): boolean {
  return ['none', 'already', 'stopped', 'cleared'].includes(obstacleOf(error) ?? '')
}

function refusal(obstacle: RetryObstacle): DomainError {
  const message = words[obstacle]
  const errors = obstacle === 'restored' ? { errors: [{ pointer: '/codes', code: 'RESTORED', message }] } : {}
  const error = new DomainError('CONFLICT', { message, ...errors })
  obstacles.set(error, obstacle)
  return error
}

const words: Readonly<Record<RetryObstacle, string>> = {
  restored:
    'These recipients had failed at the time to which the database was restored, and may have been retried after that time. To retry them anyway, send their codes and "RESTORED" in "codes"',
  stopped:
    'The failed recipients of this job are not retried: after they had failed, they replied, unsubscribed, complained or bounced',
  none: 'No recipient of this job has failed for these reasons',
  already:
    'The failed recipients of this job were already retried. To retry recipients that failed again, use the job of that retry',
  deleted: 'The spinner of this job was deleted',
  working:
    'Messages of this job are still being sent, or replies to them processed; try again in a few seconds',
  cleared: 'The job ended so long ago that the service no longer stores its recipients',
}
