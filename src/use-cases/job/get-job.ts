import type { Reach } from '../../domain/account/reach.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import type { JobView } from '../../domain/job/job.ts'
import type { JobStore } from '../../ports/job/jobs.ts'
import type { ProjectStore } from '../../ports/table/projects.ts'

/** Finds a job that an API key reaches. */
export class GetJob {
  readonly #jobs: JobStore
  readonly #projects: ProjectStore

  constructor(jobs: JobStore, projects: ProjectStore) {
    this.#jobs = jobs
    this.#projects = projects
  }

  async execute(reach: Reach, jobId: string): Promise<JobView> {
    const [isHeld] =
      reach.projectIds === null ? [true] : await this.#projects.hold(reach, [{ kind: 'job', id: jobId }])
    const job = isHeld && isId(jobId) ? await this.#jobs.find(reach.organizationId, jobId) : null
    if (job === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
    return job
  }
}
