import { admitKeyHolder } from '../../domain/account/api-keys/api-key.ts'
import type { Credential } from '../../domain/account/api-keys/credential.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import type { JobView } from '../../domain/job/job.ts'
import type { ApiKeyQueries } from '../../ports/account/api-keys.ts'
import type { Clock } from '../../ports/clock.ts'
import type { JobQueries } from '../../ports/job/jobs.ts'
import type { ProjectStore } from '../../ports/table/projects.ts'

export interface GetJobQuery {
  readonly credential: Credential
  readonly jobId: string
}

export class GetJob {
  readonly #credentials: ApiKeyQueries
  readonly #jobs: JobQueries
  readonly #projects: ProjectStore
  readonly #clock: Clock

  constructor(credentials: ApiKeyQueries, jobs: JobQueries, projects: ProjectStore, clock: Clock) {
    this.#credentials = credentials
    this.#jobs = jobs
    this.#projects = projects
    this.#clock = clock
  }

  async execute({ credential, jobId }: GetJobQuery): Promise<JobView> {
    const holder = await this.#credentials.keyHolder(credential.digest)
    const key = admitKeyHolder(holder, 'trigger', this.#clock.now())
    const [isHeld] =
      key.projectIds === null ? [true] : await this.#projects.hold(key, [{ kind: 'job', id: jobId }])
    const job = isHeld && isId(jobId) ? await this.#jobs.find(key.organizationId, jobId) : null
    if (job === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
    return job
  }
}
