import { DomainError } from '../../domain/errors.ts'
import type { FailedGroup } from '../../domain/job/recipient/failed-group.ts'
import { stepNotTakenUp } from '../../domain/job/retry-version.ts'
import { pathOf, programOf } from '../../domain/spinner/steps/program.ts'
import type { Step } from '../../domain/spinner/steps/step.ts'
import type { JobQueries } from '../../ports/job/job-queries.ts'
import type { SpinnerQueries } from '../../ports/spinner/spinner-queries.ts'

export interface ListFailuresQuery {
  readonly organizationId: string
  readonly jobId: string
}

/** Which steps could go on with a group: null where there are none. */
interface TakenUpBy {
  readonly published: boolean | null
  readonly draft: boolean | null
}

export interface Failures {
  /** In which they failed. */
  readonly version: number
  /** Null where the spinner is not published. */
  readonly publishedVersion: number | null
  readonly groups: readonly (FailedGroup & { readonly path: string; readonly takenUpBy: TakenUpBy })[]
}

/** What failed in a job, by step and reason, and whether the spinner as it is now would take it up there. */
export class ListFailures {
  readonly #jobs: JobQueries
  readonly #spinners: SpinnerQueries

  constructor(jobs: JobQueries, spinners: SpinnerQueries) {
    this.#jobs = jobs
    this.#spinners = spinners
  }

  async execute({ organizationId, jobId }: ListFailuresQuery): Promise<Failures> {
    const job = await this.#jobs.find(organizationId, jobId)
    if (job === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
    const { spinnerId, spinnerVersion } = job
    const groups = await this.#jobs.failures(jobId)
    const stepsOf = async (version: number) =>
      (await this.#spinners.version(organizationId, spinnerId, version))?.steps ?? null
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    const publishedVersion = spinner?.publishedVersion ?? null
    const ran = await stepsOf(spinnerVersion)
    const published = publishedVersion === null ? null : await stepsOf(publishedVersion)
    const takesUp = (steps: readonly Step[] | null, { step }: FailedGroup) =>
      steps === null || ran === null ? null : stepNotTakenUp([step], ran, steps) === null
    return {
      version: spinnerVersion,
      publishedVersion,
      groups: groups.map((group) => ({
        ...group,
        path: pathOf(ran && programOf(ran), group.step),
        takenUpBy: { published: takesUp(published, group), draft: takesUp(spinner?.steps ?? null, group) },
      })),
    }
  }
}
