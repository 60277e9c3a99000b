import type { JobView } from '../domain/job/job.ts'

/** Reads for people and clients who look at jobs. */
export abstract class JobQueries {
  abstract find(organizationId: string, jobId: string): Promise<JobView | null>
}
