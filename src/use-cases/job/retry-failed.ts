import type { Actor } from '../../domain/account/audit/actor.ts'
import { jobSubject } from '../../domain/account/audit/subject.ts'
import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import type { ReasonCode } from '../../domain/job/recipient/reason.ts'
import { type RetryVersion, stepWithoutContinuation } from '../../domain/job/retry-version.ts'
import { meterExceeded } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import { missingTriggerData } from '../../domain/spinner/trigger-data.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Retryable, RetryObstacle } from '../../ports/job/jobs.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { AdmitSending } from '../account/admit-sending.ts'
import { lockJob } from './lock-job.ts'

export interface RetryFailedCommand {
  readonly organizationId: string
  readonly jobId: string
  /** The reasons of failed recipients to retry; null to retry all failed recipients. */
  readonly codes: readonly ReasonCode[] | null
  readonly version: RetryVersion
  readonly by: Actor
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

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids, admitSending: AdmitSending) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#admitSending = admitSending
  }

  async execute(command: RetryFailedCommand): Promise<string> {
    const { organizationId, jobId, codes, by } = command
    await this.#admitSending.toRetry(command)
    const newId = this.#ids.next()
    await this.#unitOfWork.run(async (tx) => {
      const now = this.#clock.now()
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (!hasEnded(status))
        throw new DomainError('CONFLICT', { message: 'The job is still running; retry after it has ended' })
      const retryable = await tx.jobs.retryable({ jobId, codes })
      if (typeof retryable === 'string') throw refused(retryable)
      const spinnerVersion =
        command.version === 'same'
          ? retryable.spinnerVersion
          : await currentVersion(tx, organizationId, retryable)
      const retry = { jobId, codes, newId, spinnerVersion, at: now, by }
      await tx.jobs.retryFailed(retry)
      await tx.audit.add({
        action: 'job.retried',
        organizationId,
        by,
        subject: jobSubject(newId, spinner),
        after: { retryOf: jobId, version: spinnerVersion, ...(codes === null ? {} : { codes }) },
      })
      await tx.wakeups.add([organizationId])
      const spending = { organizationId, meter: 'jobs', period: periodOf(now), amount: 1 } as const
      const reading = await tx.plans.spend(spending)
      if (reading !== null) throw meterExceeded(reading, 1, now)
    })
    return newId
  }
}

/**
 * Returns the number of the published version. Throws if it cannot continue at the steps at which recipients
 * failed.
 */
async function currentVersion(
  tx: Transaction,
  organizationId: string,
  { spinnerId, spinnerVersion, steps, data }: Retryable,
): Promise<number> {
  const spinner = await tx.spinners.lock(organizationId, spinnerId)
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
      message: `Version ${current} cannot continue recipients that failed at step ${step + 1} of version ${spinnerVersion}, because that step was removed or has another type, or an earlier message changed. Retry with "version": "same", or publish a version in which only that step and later steps differ`,
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
  none: 'No recipient of this job has failed for these reasons',
  already:
    'The failed recipients of this job were already retried. To retry recipients that failed again, use the job of that retry',
  deleted: 'The spinner of this job was deleted',
  working: 'The last messages of this job are still being sent; try again in a few seconds',
  cleared: 'The job ended so long ago that the service no longer stores its recipients',
}
