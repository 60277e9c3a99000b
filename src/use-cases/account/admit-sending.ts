import { service } from '../../domain/account/audit/actor.ts'
import { jobSubject } from '../../domain/account/audit/subject.ts'
import { giveBackFirstDay, spendFirstDay } from '../../domain/account/confirmation.ts'
import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import type { ReasonCode } from '../../domain/job/recipient/reason.ts'
import type { RetryVersion } from '../../domain/job/retry-version.ts'
import { audienceSize } from '../../domain/spinner/audience.ts'
import { sends } from '../../domain/spinner/steps/step-capabilities.ts'
import type { Clock } from '../../ports/clock.ts'
import type { JobQueries } from '../../ports/job/jobs.ts'
import type { SpinnerQueries } from '../../ports/spinner/spinners.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockJob } from '../job/lock-job.ts'

export class SendingOptions {
  /**
   * Whether a new organization must confirm its owner's address before it sends messages. Organizations that
   * the operator creates need no confirmation.
   */
  readonly confirms: boolean

  constructor(confirms: boolean) {
    this.confirms = confirms
  }
}

/**
 * The number of recipients that a job of a new organization may have. A started job with more recipients is
 * cancelled. `messages` were counted against the limit of the first day.
 */
export interface RecipientAllowance {
  readonly organizationId: string
  readonly recipients: number
  readonly messages: number
}

/**
 * A requested retry of a job's failed recipients, which is checked against the limits of a new organization.
 */
interface AskedRetry {
  readonly organizationId: string
  readonly jobId: string
  readonly codes: readonly ReasonCode[] | null
  readonly version: RetryVersion
}

/** A job that was just started, with the idempotency key of its trigger; null if it has none. */
interface StartedByTrigger {
  readonly organizationId: string
  readonly jobId: string
  readonly key: string | null
}

/**
 * Refuses jobs of an organization whose owner's address is not confirmed, and large jobs on the first day
 * after the confirmation.
 */
export class AdmitSending {
  readonly #unitOfWork: UnitOfWork
  readonly #spinners: SpinnerQueries
  readonly #jobs: JobQueries
  readonly #clock: Clock
  readonly #options: SendingOptions

  constructor(
    unitOfWork: UnitOfWork,
    spinners: SpinnerQueries,
    jobs: JobQueries,
    clock: Clock,
    options: SendingOptions,
  ) {
    this.#unitOfWork = unitOfWork
    this.#spinners = spinners
    this.#jobs = jobs
    this.#clock = clock
    this.#options = options
  }

  /**
   * Whether jobs of new organizations are checked before they start. If false, the caller can skip the
   * queries that the check needs.
   */
  get isAsked(): boolean {
    return this.#options.confirms
  }

  /**
   * Checks whether a new organization may still send one test message to a member, and counts the message
   * against its first-day limit.
   */
  async toTest(organizationId: string): Promise<void> {
    if (!this.isAsked) return
    await this.#unitOfWork.run(async (tx) => {
      const spent = spendFirstDay(
        await tx.organizations.lockConfirmation(organizationId),
        1,
        this.#clock.now(),
      )
      if (spent !== null) await tx.organizations.saveConfirmation(spent)
    })
  }

  /**
   * Checks the size of a job before it starts, because new organizations may send to few recipients. Returns
   * the allowed number of recipients; null if the job is not limited.
   */
  async toStart(
    organizationId: string,
    spinnerId: string,
    /** The number of recipients that the job would have; null if it takes the spinner's whole audience. */
    size: number | null = null,
  ): Promise<RecipientAllowance | null> {
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    const range = await this.#spinners.audience(organizationId, spinnerId)
    if (spinner?.publishedVersion == null || range === null) return null
    return this.#admit(organizationId, spinnerId, spinner.publishedVersion, size ?? audienceSize(range))
  }

  /** Refuses to retry failed recipients if a new organization may not send to as many people. */
  async toRetry({ organizationId, jobId, codes, version }: AskedRetry): Promise<RecipientAllowance | null> {
    if (!this.isAsked) return null
    const job = await this.#jobs.find(organizationId, jobId)
    if (job === null) return null
    const { spinnerId, spinnerVersion, counts, reasons } = job
    const spinner = version === 'same' ? null : await this.#spinners.find(organizationId, spinnerId)
    const failed = reasons.filter(({ code, state }) => state === 'failed' && codes?.includes(code))
    const recipients = codes === null ? counts.failed : failed.reduce((sum, { count }) => sum + count, 0)
    return this.#admit(organizationId, spinnerId, spinner?.publishedVersion ?? spinnerVersion, recipients)
  }

  /**
   * Runs the start of an admitted job, and gives its messages back if the start is refused or `isStarted` says that it
   * started nothing. Keeps them after any other error, because the job may have started nevertheless.
   */
  async orGiveBack<Result>(
    allowance: RecipientAllowance | null,
    start: () => Promise<Result>,
    isStarted: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    try {
      const result = await start()
      if (!isStarted(result)) await this.#giveBack(allowance)
      return result
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'overloaded') await this.#giveBack(allowance)
      throw error
    }
  }

  async #giveBack(allowance: RecipientAllowance | null): Promise<void> {
    if (allowance === null) return
    const { organizationId, messages } = allowance
    await this.#unitOfWork.run(async (tx) => {
      const confirmation = await tx.organizations.lockConfirmation(organizationId)
      if (confirmation === null) return
      await tx.organizations.saveConfirmation(giveBackFirstDay(confirmation, messages))
    })
  }

  /**
   * Cancels a job that was just started if it has more recipients than allowed, because new records arrived
   * before its start. Frees the idempotency key and the rehearsal of its trigger, so that the client can start it
   * again with both. Gives its messages back if no runtime has begun it. Leaves a job that has ended meanwhile.
   */
  async started(
    { organizationId, jobId, key }: StartedByTrigger,
    allowance: RecipientAllowance,
  ): Promise<void> {
    const job = await this.#jobs.find(organizationId, jobId)
    if (job === null || job.counts.total <= allowance.recipients) return
    const { spinnerId } = job
    const cancelled = await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (hasEnded(status)) return null
      await tx.jobs.forgetTrigger({ organizationId, spinnerId, key, jobId })
      await tx.jobs.cancel(jobId, this.#clock.now())
      const subject = jobSubject(jobId, spinner)
      await tx.audit.add({ action: 'job.cancelled', organizationId, by: service, subject })
      return status
    })
    if (cancelled === null) return
    // A queued job has sent nothing. The messages of any other job stay counted, because a runtime may have sent some.
    if (cancelled === 'queued') await this.#giveBack(allowance)
    throw new DomainError('FORBIDDEN', {
      message: 'The job was cancelled, because records arrived while it was being started. Start it again',
    })
  }

  async #admit(
    organizationId: string,
    spinnerId: string,
    no: number,
    recipients: number,
  ): Promise<RecipientAllowance | null> {
    const version = await this.#spinners.version(organizationId, spinnerId, no)
    const messages = recipients * (version?.steps ?? []).filter(sends).length
    return this.#unitOfWork.run(async (tx) => {
      const confirmation = await tx.organizations.lockConfirmation(organizationId)
      const spent = spendFirstDay(confirmation, messages, this.#clock.now())
      if (spent === null) return null
      await tx.organizations.saveConfirmation(spent)
      return { organizationId, recipients, messages }
    })
  }
}
