import type { ActorView } from '../actor-view.ts'
import type { SenderPause } from '../sender/pacing/breaker.ts'
import type { AudienceRange } from '../spinner/audience.ts'
import type { ReasonCount } from './recipient/reason-view.ts'

export const jobStatuses = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/**
 * The ways in which a job is started: by a trigger with an API key (`api`) or of a signed-in user (`app`), by
 * new records, by a schedule of the spinner, or by records that entered a segment.
 */
export const jobSources = ['api', 'app', 'records', 'schedule', 'segment'] as const
export type JobSource = (typeof jobSources)[number]

/** The pause of a job. While it lasts, no recipient of the job is due. */
export interface JobPause {
  /** The user or API key that paused the job; null if it is not known. */
  readonly by: ActorView | null
  readonly at: Date
  /**
   * The paused object, which must be resumed: the job itself or its spinner. `organization` if the organization is to
   * be deleted; an undo of the deletion resumes the job.
   */
  readonly reason: 'job' | 'spinner' | 'organization'
}

/** A job: one run of a published version of a spinner for its recipients. */
export interface Job {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly spinnerVersion: number
  readonly dataTableId: string
  readonly source: JobSource
  readonly audience: AudienceRange
  readonly createdAt: Date
  /** The time when the job is to begin; null to begin at once. */
  readonly startsAt: Date | null
}

/** The number of a job's recipients in each state, such as waiting, done or failed. */
export interface JobCounts {
  readonly total: number
  readonly pending: number
  readonly waiting: number
  readonly done: number
  readonly skipped: number
  readonly failed: number
  readonly unconfirmed: number
  /**
   * The number of recipients whose steps ended early because of an exit, such as a reply; absent if there are
   * none.
   */
  readonly stopped?: number
}

/** A job as the API returns it, with its counts, pause and expected end. */
export interface JobView {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly spinnerVersion: number
  readonly source: JobSource
  /**
   * The user or API key that started the job; null if the spinner started it or if the starter is unknown.
   */
  readonly startedBy: ActorView | null
  readonly status: JobStatus
  readonly counts: JobCounts
  /**
   * The reasons for the states of the job's recipients, each with its number of recipients, most frequent
   * first.
   */
  readonly reasons: readonly ReasonCount[]
  readonly createdAt: Date
  /** The time when the job begins or was to begin; null for at once. The job is queued until then. */
  readonly startsAt: Date | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** The pause of the job; null if it is not paused. */
  readonly pause: JobPause | null
  /**
   * The time when the job is expected to end, computed from its waiting recipients; null if it is not known.
   */
  readonly expectedEnd: Date | null
  /**
   * The earliest time at which waiting recipients of the running job continue; null if none waits. A runtime may be
   * late.
   */
  readonly nextDueAt: Date | null
  /** The senders that are paused for the job's spinner. */
  readonly senderPauses: readonly SenderPause[]
  readonly error: string | null
  /** Whether the job is queued and no runtime process is alive to start it. */
  readonly unattended: boolean
  /** The job whose failed recipients this job runs again; null for other jobs. */
  readonly retryOf: string | null
  /** The jobs that retry recipients of this job, oldest first. */
  readonly retries: readonly JobLink[]
}

/** The short form of a job that is linked to another job by a retry: its id, status and creation time. */
export interface JobLink {
  readonly id: string
  readonly status: JobStatus
  readonly createdAt: Date
}

/**
 * The numbers of a job's recipients in each state except pending, and of records that were deleted before the
 * job reached them.
 */
export interface SettledCounts extends Omit<JobCounts, 'total' | 'pending'> {
  readonly deleted: number
}

/**
 * Returns the reasons of a job's recipients with their numbers, most frequent first. If the job was
 * cancelled, its unfinished recipients count as cancelled or returned.
 */
export function reasonsOf(
  jobStatus: JobStatus,
  counts: JobCounts,
  counted: readonly ReasonCount[],
  returned: number,
): readonly ReasonCount[] {
  const most = (reasons: readonly ReasonCount[]) => reasons.toSorted((a, b) => b.count - a.count)
  if (jobStatus !== 'cancelled') return most(counted)
  const stopped: readonly ReasonCount[] = [
    { code: 'RECORD_RELEASED', status: 'pending', count: returned },
    { code: 'JOB_CANCELLED', status: 'pending', count: counts.pending - returned },
    { code: 'JOB_CANCELLED', status: 'waiting', count: counts.waiting },
  ]
  const ended = counted.filter(({ status }) => status !== 'pending' && status !== 'waiting')
  return most([...ended, ...stopped.filter(({ count }) => count > 0)])
}

const hintOfPause: Readonly<Record<JobPause['reason'], string>> = {
  job: 'The job is paused; resume the job to continue',
  spinner: 'The spinner of the job is paused; resume the spinner to continue the job',
  organization: 'The organization is to be deleted; an owner can undo that, and then the job continues',
}

/**
 * Returns advice for a job that makes no progress: resume it or start a runtime. Returns null if the job
 * needs no advice.
 */
export function hintOf({ unattended, pause }: JobView): string | null {
  if (pause !== null) return hintOfPause[pause.reason]
  return unattended ? 'No worker is running; start a worker with npm start or npm run worker' : null
}

/** Returns true for job states that are final. */
export function hasEnded(status: JobStatus): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'paused'
}

export function countsOf(audienceSize: number, settled: SettledCounts): JobCounts {
  const { deleted, stopped = 0, ...others } = settled
  const states = stopped > 0 ? { ...others, stopped } : others
  const total = audienceSize - deleted
  const left = Object.values(states).reduce((sum, count) => sum + count, 0)
  return { total, pending: total - left, ...states }
}
