import type { JobView } from './job.ts'

/** The final states of a recipient. */
const finalStatuses = ['done', 'skipped', 'failed', 'unconfirmed', 'stopped'] as const
export type FinalStatus = (typeof finalStatuses)[number]
/**
 * The number of a job's recipients in each final state. `stopped` is left out if no recipient was stopped.
 */
type FinalCounts = Readonly<Record<Exclude<FinalStatus, 'stopped'>, number>> & { readonly stopped?: number }

/** One point of a job's progress chart: the numbers of recipients in each final state at a moment. */
interface ProgressPoint extends FinalCounts {
  readonly at: Date
  readonly total: number
  readonly finished: number
}

export interface JobProgress {
  readonly points: readonly ProgressPoint[]
  /**
   * Whether the points of the progress before the last are extrapolated from a sample of the recipients. The
   * last point is always exact.
   */
  readonly isEstimate: boolean
}

/** The number of equal parts into which the duration of a job is divided for the chart of its progress. */
export const progressParts = 100

/**
 * The times at which the recipients of a job finished, taken from all recipients or from a large enough
 * sample.
 */
export interface SettledSample {
  readonly whole: boolean
  /** The end of the progress chart: when the job ended, or the current time if the job is still running. */
  readonly to: Date
  /**
   * The numbers of recipients that finished in each part of the time from the job's start until `to`. Parts
   * are counted from 0.
   */
  readonly parts: readonly { readonly part: number; readonly status: FinalStatus; readonly count: number }[]
}

/**
 * Returns the progress of a job as chart points, from zero at the start to the exact counts at the end. The
 * points between follow the sample of recipients. If points have equal counts, only the first and the last of
 * them are returned.
 */
export function progressOf({ counts, startedAt }: JobView, { whole, to, parts }: SettledSample): JobProgress {
  if (startedAt === null) return { points: [], isEstimate: false }
  const isEstimate = !whole
  const pointAt = (at: number, reached: FinalCounts): ProgressPoint => {
    const { done, skipped, failed, unconfirmed, stopped = 0 } = reached
    const finished = done + skipped + failed + unconfirmed + stopped
    const point = { at: new Date(at), total: counts.total, finished, done, skipped, failed, unconfirmed }
    return counts.stopped === undefined ? point : { ...point, stopped }
  }
  const [from, until] = [startedAt.getTime(), to.getTime()]
  const last = pointAt(until, counts)
  if (until <= from) return { points: [last], isEstimate }

  const sampled = totalsOf(parts)
  const share = (status: FinalStatus, reached: FinalCounts) =>
    sampled[status] === 0
      ? 0
      : Math.round(((counts[status] ?? 0) * (reached[status] ?? 0)) / (sampled[status] ?? 0))
  const points = [pointAt(from, totalsOf([]))]
  // Without finish times of recipients, which were deleted, only the first and the last point of the progress
  // are known.
  const known = parts.length === 0 ? 0 : progressParts - 1
  for (let part = 0; part < known; part++) {
    const reached = totalsOf(parts.filter((one) => one.part <= part))
    const estimate = {
      done: share('done', reached),
      skipped: share('skipped', reached),
      failed: share('failed', reached),
      unconfirmed: share('unconfirmed', reached),
      stopped: share('stopped', reached),
    }
    points.push(pointAt(from + ((part + 1) * (until - from)) / progressParts, estimate))
  }
  points.push(last)
  const isBend = (point: ProgressPoint, index: number) =>
    differ(point, points[index - 1]) || differ(point, points[index + 1])
  return { points: points.filter(isBend), isEstimate }
}

function totalsOf(parts: SettledSample['parts']): FinalCounts {
  const totals = { done: 0, skipped: 0, failed: 0, unconfirmed: 0, stopped: 0 }
  for (const { status, count } of parts) totals[status] += count
  return totals
}

/**
 * Returns true if two neighbouring points of a progress chart have different counts, or if there is no second
 * point.
 */
function differ(point: ProgressPoint, other: ProgressPoint | undefined): boolean {
  return other === undefined || finalStatuses.some((status) => point[status] !== other[status])
}
