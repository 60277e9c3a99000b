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
  /** Returns only recipients that are shown at this step; null or absent for recipients at all steps. */
  readonly at?: ShownAt | null
}

/** The jobs of a spinner that run one of its versions. */
export interface JobsOfVersion {
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number
}

/** Queries for clients that show jobs. */
export abstract class JobQueries {
  abstract find(organizationId: string, jobId: string): Promise<JobView | null>
  /** Returns a page of jobs, latest first. */
  abstract list(organizationId: string, filter: JobFilter, page: Page): Promise<PageOf<JobView>>
  /**
   * Returns the recipients of a job that the runtime has reached, in the order of its work. The caller must
   * have checked that it may read the job.
   */
  abstract recipients(jobId: string, filter: RecipientFilter, page: Page): Promise<PageOf<RecipientView>>
  /**
   * Returns recipients of the latest jobs of a version, latest first, without failed recipients that were
   * retried.
   */
  abstract recipientsOf(
    jobs: JobsOfVersion,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientOfJob>>
  /**
   * Returns the failed recipients of a job by step and reason, most frequent first. The caller must have
   * checked that it may read the job.
   */
  abstract failures(jobId: string): Promise<readonly FailedGroup[]>
  /** Returns the progress of a job from its start until now. The cost hardly depends on the job's size. */
  abstract progress(job: JobView): Promise<JobProgress>
}
