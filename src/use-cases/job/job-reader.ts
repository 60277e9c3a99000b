import type { Reach } from '../../domain/account/reach.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import type { JobView } from '../../domain/job/job.ts'
import type { FailedGroup } from '../../domain/job/recipient/failed-group.ts'
import { stepWithoutContinuation } from '../../domain/job/retry-version.ts'
import { pathOf, programOf } from '../../domain/spinner/steps/program.ts'
import type { Step } from '../../domain/spinner/steps/step.ts'
import type { JobStore } from '../../ports/job/jobs.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { ProjectStore } from '../../ports/table/projects.ts'

export interface FailuresQuery {
  readonly organizationId: string
  readonly jobId: string
}

/**
 * Whether a group of failed recipients can be retried by the published version, and by the draft. Null for a
 * version that does not exist.
 */
interface TakenUpBy {
  readonly published: boolean | null
  readonly draft: boolean | null
}

export interface Failures {
  /** The version of the spinner that the job ran, in which the recipients failed. */
  readonly version: number
  /** The published version of the spinner; null if the spinner is not published. */
  readonly publishedVersion: number | null
  readonly groups: readonly (FailedGroup & { readonly path: string; readonly retryableBy: TakenUpBy })[]
}

/** Reads jobs, and why recipients of a job have failed. */
export class JobReader {
  readonly #jobs: JobStore
  readonly #projects: ProjectStore
  readonly #spinners: SpinnerStore

  constructor(jobs: JobStore, projects: ProjectStore, spinners: SpinnerStore) {
    this.#jobs = jobs
    this.#projects = projects
    this.#spinners = spinners
  }

  /** Returns a job that an API key reaches. */
  async find(reach: Reach, jobId: string): Promise<JobView> {
    const [isHeld] =
      reach.projectIds === null ? [true] : await this.#projects.hold(reach, [{ kind: 'job', id: jobId }])
    const job = isHeld && isId(jobId) ? await this.#jobs.find(reach.organizationId, jobId) : null
    if (job === null) throw notFound()
    return job
  }

  /**
   * Returns the failed recipients of a job, grouped by step and reason, and whether the current spinner can retry
   * them at that step.
   */
  async failures({ organizationId, jobId }: FailuresQuery): Promise<Failures> {
    const job = await this.#jobs.find(organizationId, jobId)
    if (job === null) throw notFound()
    const { spinnerId, spinnerVersion } = job
    const groups = await this.#jobs.failures(jobId)
    const stepsOf = async (version: number) =>
      (await this.#spinners.version(organizationId, spinnerId, version))?.steps ?? null
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    const publishedVersion = spinner?.publishedVersion ?? null
    const ran = await stepsOf(spinnerVersion)
    const published = publishedVersion === null ? null : await stepsOf(publishedVersion)
    const takesUp = (steps: readonly Step[] | null, { step }: FailedGroup) =>
      steps === null || ran === null ? null : stepWithoutContinuation([step], ran, steps) === null
    return {
      version: spinnerVersion,
      publishedVersion,
      groups: groups.map((group) => ({
        ...group,
        path: pathOf(ran && programOf(ran), group.step),
        retryableBy: { published: takesUp(published, group), draft: takesUp(spinner?.steps ?? null, group) },
      })),
    }
  }
}

function notFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Job not found' })
}
