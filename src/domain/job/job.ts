import type { SenderPause } from '../sender/pacing/breaker.ts'
import type { AudienceRange } from '../spinner/audience.ts'
import type { ReasonCount } from './recipient/reason-view.ts'

export const jobStatuses = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Somebody by the API or in the console, or its spinner by itself. */
export const jobSources = ['api', 'app', 'records', 'schedule'] as const
export type JobSource = (typeof jobSources)[number]

/** Who started it, where that was a person or a key. */
export interface StartedBy {
  readonly kind: 'user' | 'key'
  readonly id: string
  /** The address of the user, or the name of the key; null where there is none any more. */
  readonly name: string | null
}

/** Somebody holds it: nothing of it is due until it is resumed. */
export interface Paused {
  readonly at: Date
  /** Which of the two has to be resumed. */
  readonly by: 'job' | 'spinner'
  /** The address of the user who did it; null where there is no such user any more. */
  readonly user: string | null
}

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
  /** When it is to begin; null for at once. */
  readonly startsAt: Date | null
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
  /** Ended by an exit; absent where nobody was. */
  readonly stopped?: number
}

/** A job as it is looked at. */
export interface JobView {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly spinnerVersion: number
  readonly source: JobSource
  /** Null of one that its spinner started by itself, and where it is not known. */
  readonly startedBy: StartedBy | null
  readonly status: JobStatus
  readonly counts: JobCounts
  /** Of those recipients that have a reason, the most frequent first. */
  readonly reasons: readonly ReasonCount[]
  readonly createdAt: Date
  /** When it is to begin, or was; null for at once. Until then it is queued. */
  readonly startsAt: Date | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** Null where it is not paused. */
  readonly paused: Paused | null
  /** By what waits in it; null where that is not known. */
  readonly expectedEnd: Date | null
  /** Of senders, for its spinner. */
  readonly pauses: readonly SenderPause[]
  readonly error: string | null
  /** It is queued, and there is no runtime that could take it up. */
  readonly unattended: boolean
  /** The job whose failed recipients it runs again. */
  readonly retryOf: string | null
  /** The jobs that retry recipients of this job, oldest first. */
  readonly retries: readonly JobLink[]
}

/** A job as another names it. */
export interface JobLink {
  readonly id: string
  readonly status: JobStatus
  readonly createdAt: Date
}

/** Recipients that have left "pending", and records of the audience that were deleted before their turn. */
export interface SettledCounts extends Omit<JobCounts, 'total' | 'pending'> {
  readonly deleted: number
}

/**
 * What was counted of the reasons. Those whom a cancelled job will not come back to were stopped, whatever they waited
 * for; some of them went back.
 */
export function reasonsOf(
  status: JobStatus,
  counts: JobCounts,
  counted: readonly ReasonCount[],
  returned: number,
): readonly ReasonCount[] {
  const most = (reasons: readonly ReasonCount[]) => reasons.toSorted((a, b) => b.count - a.count)
  if (status !== 'cancelled') return most(counted)
  const stopped: readonly ReasonCount[] = [
    { code: 'RETURNED', state: 'pending', count: returned },
    { code: 'JOB_CANCELLED', state: 'pending', count: counts.pending - returned },
    { code: 'JOB_CANCELLED', state: 'waiting', count: counts.waiting },
  ]
  const ended = counted.filter(({ state }) => state !== 'pending' && state !== 'waiting')
  return most([...ended, ...stopped.filter(({ count }) => count > 0)])
}

/** What a person can do about a job that does not get on. */
export function hintOf({ unattended, paused }: JobView): string | null {
  if (paused !== null)
    return paused.by === 'spinner'
      ? 'Its spinner is paused; it goes on when the spinner is resumed'
      : 'It is paused; it goes on when it is resumed'
  return unattended ? 'No runtime is running; start one with npm start or npm run worker' : null
}

/** An end from which a job does not come back. */
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
