import type { AudienceRange } from '../spinner/audience.ts'

export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

export type JobSource = 'api' | 'app'

/** One run of a spinner's version over an audience. */
export interface Job {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly spinnerVersion: number
  readonly dataTableId: string
  readonly source: JobSource
  readonly audience: AudienceRange
  readonly createdAt: Date
}

/** Where the recipients of a job are. */
export interface JobCounts {
  readonly total: number
  readonly pending: number
  readonly waiting: number
  readonly done: number
  readonly skipped: number
  readonly failed: number
  readonly unconfirmed: number
}

/** A job as it is looked at. */
export interface JobView {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly spinnerVersion: number
  readonly source: JobSource
  readonly status: JobStatus
  readonly counts: JobCounts
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly error: string | null
  /** It is queued, and there is no runtime that could take it up. */
  readonly unattended: boolean
}

/** Recipients that have left "pending", and records of the audience that were deleted before their turn. */
export interface SettledCounts extends Omit<JobCounts, 'total' | 'pending'> {
  readonly deleted: number
}

/** What a person can do about a job that does not get on. */
export function hintOf({ unattended }: JobView): string | null {
  return unattended ? 'No runtime is running; start one with npm start or npm run worker' : null
}

/** An end from which a job does not come back. */
export function hasEnded(status: JobStatus): boolean {
  return status !== 'queued' && status !== 'running'
}

export function countsOf(audienceSize: number, settled: SettledCounts): JobCounts {
  const { deleted, ...states } = settled
  const total = audienceSize - deleted
  const left = Object.values(states).reduce((sum, count) => sum + count, 0)
  return { total, pending: total - left, ...states }
}
