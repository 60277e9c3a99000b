import type { JobStatus, JobView } from '../../domain/job/job.ts'
import type { JobProgress } from '../../domain/job/progress.ts'
import type { FailedGroup } from '../../domain/job/recipient/failed-group.ts'
import type { ReasonCode } from '../../domain/job/recipient/reason.ts'
import type { RecipientOfJob, RecipientView } from '../../domain/job/recipient/recipient.ts'
import type { RecipientState } from '../../domain/job/recipient/recipient-state.ts'
import type { ShownAt } from '../../domain/job/step-figures.ts'
import type { Page, PageOf } from '../../domain/page.ts'

export interface JobFilter {
  readonly spinnerId: string | null
  readonly status: JobStatus | null
}

export interface RecipientFilter {
  readonly state: RecipientState | null
  readonly reason: ReasonCode | null
  /** At one step. */
  readonly at?: ShownAt | null
}

/** Jobs of a spinner by one of its versions. */
export interface JobsOfVersion {
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number
}

/** Reads for people and clients who look at jobs. */
export abstract class JobQueries {
  abstract find(organizationId: string, jobId: string): Promise<JobView | null>
  /** The latest first. */
  abstract list(organizationId: string, filter: JobFilter, page: Page): Promise<PageOf<JobView>>
  /** Those that the runtime has reached, in its order. The job must be known to be the asker's. */
  abstract recipients(jobId: string, filter: RecipientFilter, page: Page): Promise<PageOf<RecipientView>>
  /** The same of the latest jobs by a version, the latest first; without those who failed and were run again. */
  abstract recipientsOf(
    jobs: JobsOfVersion,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientOfJob>>
  /** What failed, by step and reason, the most frequent first. The job must be known to be the asker's. */
  abstract failures(jobId: string): Promise<readonly FailedGroup[]>
  /** How it went from its start until now, at about the same cost however large it is. */
  abstract progress(job: JobView): Promise<JobProgress>
}
