import { jobSubject } from '../../domain/account/audit/subject.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import { type RetryVersion, stepWithoutContinuation } from '../../domain/job/retry-version.ts'
import { meterExceeded } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { ReasonCode } from '../../domain/reason.ts'
import { columnsOfWindow, sameWindow } from '../../domain/spinner/send-window.ts'
import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'
import { pathOf, programOf } from '../../domain/spinner/steps/program.ts'
import { type Step, sameSteps } from '../../domain/spinner/steps/step.ts'
import { requestBudget, type TemplateBudget } from '../../domain/spinner/steps/template-budget.ts'
import { missingTriggerData, triggerColumns } from '../../domain/spinner/trigger-data.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { JobStore, Retryable, RetryObstacle } from '../../ports/job/jobs.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { AdmitSending } from '../admit-sending.ts'
import { columnsNamed, readSteps, templateFaultOf } from '../spinner/steps/check-steps.ts'
import { lockJob } from './lock-job.ts'

export interface RetryFailedCommand extends Requester {
  readonly jobId: string
  /** The reasons of failed recipients to retry; null to retry all failed recipients. */
  readonly codes: readonly ReasonCode[] | null
  readonly version: RetryVersion
}

/**
 * Retries the failed recipients of a job in a new job, from the step that failed, so that earlier messages
 * are not sent again. Each recipient is retried once per job; otherwise two clicks would send two messages.
 */
export class RetryFailed {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #admitSending: AdmitSending
  readonly #templates: Templates
  readonly #jobs: JobStore

  constructor(
    unitOfWork: UnitOfWork,
    clock: Clock,
    ids: Ids,
    admitSending: AdmitSending,
    templates: Templates,
    jobs: JobStore,
  ) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#admitSending = admitSending
    this.#templates = templates
    this.#jobs = jobs
  }

  async execute(command: RetryFailedCommand): Promise<string> {
    await this.#admitSending.toStart(command.organizationId)
    const newId = this.#ids.next()
    const budget = requestBudget(command.organizationId)
    // Parses the templates of the version before its spinner is locked, because triggers would wait for them.
    for (let isDone = false; !isDone; ) {
      const ran = command.version === 'same' ? await this.#ranVersion(command, budget) : null
      isDone = await this.#unitOfWork.run((tx) => this.#retry(tx, command, newId, ran))
    }
    return newId
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
    const { organizationId, jobId, codes, by } = command
    const now = this.#clock.now()
    const { retryable, spinner } = await lockRetryable(tx, command)
    if (ran !== null) {
      const version = await tx.spinners.findVersion(retryable.spinnerId, retryable.spinnerVersion)
      if (version === null) throw refused('deleted')
      if (!sameSteps(version.steps, ran.steps) || !sameWindow(version.sendWindow, ran.sendWindow))
        return false
      assertHasColumns(version, ran.columns)
    }
    const spinnerVersion =
      ran === null ? await currentVersion(tx, spinner, retryable) : retryable.spinnerVersion
    const retry = { jobId, codes, newId, spinnerVersion, at: now, by }
    await tx.jobs.retryFailed(retry)
    await tx.audit.add({
      action: 'job.retried',
      organizationId,
      by,
      subject: jobSubject(newId, spinner),
      after: { retryOf: jobId, version: spinnerVersion, ...(codes === null ? {} : { codes }) },
    })
    await tx.jobs.announceTurns([organizationId])
    const realNow = this.#clock.realNow()
    const spending = { organizationId, meter: 'jobs', period: periodOf(realNow), amount: 1 } as const
    const reading = await tx.plans.spend(spending)
    if (reading !== null) throw meterExceeded(reading, 1, realNow)
    return true
  }

  /** Reads the version that the job ran, with the columns that it uses. */
  async #ranVersion(
    { organizationId, jobId }: RetryFailedCommand,
    budget: TemplateBudget,
  ): Promise<RanVersion> {
    const job = await this.#jobs.find(organizationId, jobId)
    if (job === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
    const { spinnerId, spinnerVersion } = job
    const version = await this.#unitOfWork.run((tx) => tx.spinners.findVersion(spinnerId, spinnerVersion))
    if (version === null) throw refused('deleted')
    const { steps, sendWindow } = version
    const read = await readSteps(steps, this.#templates, budget)
    if (templateFaultOf(read) !== null)
      throw new DomainError('CONFLICT', {
        message: `The templates of version ${spinnerVersion} could not be checked for missing columns in time; nothing was started. Try again`,
      })
    return { steps, sendWindow, columns: columnsNamed([...columnsOfWindow(sendWindow), ...read]) }
  }
}

/** Locks the job and its spinner, and returns the recipients that a retry would run again. Throws if there are none. */
async function lockRetryable(
  tx: Transaction,
  { organizationId, jobId, codes }: RetryFailedCommand,
): Promise<{ readonly retryable: Retryable; readonly spinner: Spinner | null }> {
  const { status, spinner } = await lockJob(tx, organizationId, jobId)
  if (!hasEnded(status))
    throw new DomainError('CONFLICT', { message: 'The job is still running; retry after it has ended' })
  const retryable = await tx.jobs.retryable({ jobId, codes })
  if (typeof retryable === 'string') throw refused(retryable)
  return { retryable, spinner }
}

/** The version that the failed recipients ran, as it was read before the retry, and the columns that it uses. */
interface RanVersion {
  readonly steps: readonly Step[]
  readonly sendWindow: SpinnerVersion['sendWindow']
  readonly columns: ReadonlySet<string>
}

/**
 * Refuses a version that uses a column which was renamed or removed after the last job of the version had ended. Its
 * conditions would read the missing cells as empty, and might contact people whom they were to leave out.
 */
function assertHasColumns(
  { version, metadataColumns, triggerData }: SpinnerVersion,
  columns: RanVersion['columns'],
): void {
  const known = new Set([...metadataColumns, ...triggerColumns(triggerData)])
  const lost = [...columns].filter((column) => !known.has(column))
  if (lost.length === 0) return
  const named = `${lost.length === 1 ? 'column' : 'columns'} "${lost.join('", "')}"`
  throw new DomainError('CONFLICT', {
    message: `Version ${version} uses the ${named}, renamed or removed after the job. Publish the spinner with the present columns, and retry with "version": "current"`,
  })
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
      message: `Version ${current} cannot continue recipients that failed at step ${pathOf(programOf(ran?.steps ?? []), step)} of version ${spinnerVersion}, because that step was removed or has another type, or an earlier message changed. Retry with "version": "same", or publish a version in which only that step and later steps differ`,
    })
  const missing = missingTriggerData(now?.triggerData ?? [], data)
  if (missing.length > 0)
    throw new DomainError('CONFLICT', {
      message: `Version ${current} requires data that the trigger of this job did not send: "${missing.join('", "')}". Retry with "version": "same", or publish a version in which it is optional`,
    })
  return current
}

function refused(obstacle: RetryObstacle): DomainError {
  const message = words[obstacle]
  if (obstacle !== 'restored') return new DomainError('CONFLICT', { message })
  return new DomainError('CONFLICT', {
    message,
    errors: [{ pointer: '/codes', code: 'RESTORED', message }],
  })
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
