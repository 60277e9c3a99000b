import type { JobView } from './job.ts'

/** The final states of a recipient. */
const finalStates = ['done', 'skipped', 'failed', 'unconfirmed', 'stopped'] as const
export type FinalState = (typeof finalStates)[number]
/** The number of recipients in each final state. `stopped` is left out if no recipient was stopped. */
type FinalCounts = Readonly<Record<Exclude<FinalState, 'stopped'>, number>> & { readonly stopped?: number }

/** The progress of a job at one moment. */
interface ProgressPoint extends FinalCounts {
  readonly at: Date
  readonly total: number
  readonly finished: number
}

export interface JobProgress {
  readonly points: readonly ProgressPoint[]
  /**
   * Whether the points before the last are extrapolated from a sample of the recipients. The last point is
   * always exact.
   */
  readonly estimated: boolean
}

/** The number of equal parts into which a job's time is divided; enough for a chart. */
export const progressParts = 100

/**
 * The times at which recipients finished, taken from all recipients of a job or from a large enough sample.
 */
export interface SettledSample {
  readonly whole: boolean
  /** The end of the job, or the current time if the job still runs. */
  readonly to: Date
  /** The parts of the time from the start until `to`, counted from 0, in which recipients finished. */
  readonly parts: readonly { readonly part: number; readonly state: FinalState; readonly count: number }[]
}

/**
 * Returns a line from zero to the job's exact counts, shaped by the sample. A level stretch is reduced to its
 * two ends.
 */
export function progressOf({ counts, startedAt }: JobView, { whole, to, parts }: SettledSample): JobProgress {
  if (startedAt === null) return { points: [], estimated: false }
  const estimated = !whole
  const pointAt = (at: number, reached: FinalCounts): ProgressPoint => {
    const { done, skipped, failed, unconfirmed, stopped = 0 } = reached
    const finished = done + skipped + failed + unconfirmed + stopped
    const point = { at: new Date(at), total: counts.total, finished, done, skipped, failed, unconfirmed }
    return counts.stopped === undefined ? point : { ...point, stopped }
  }
  const [from, until] = [startedAt.getTime(), to.getTime()]
  const last = pointAt(until, counts)
  if (until <= from) return { points: [last], estimated }

  const sampled = totalsOf(parts)
  const share = (state: FinalState, reached: FinalCounts) =>
    sampled[state] === 0
      ? 0
      : Math.round(((counts[state] ?? 0) * (reached[state] ?? 0)) / (sampled[state] ?? 0))
  const points = [pointAt(from, totalsOf([]))]
  // The recipients were deleted, so only the first and the last point are known.
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
  return { points: points.filter(isBend), estimated }
}

function totalsOf(parts: SettledSample['parts']): FinalCounts {
  const totals = { done: 0, skipped: 0, failed: 0, unconfirmed: 0, stopped: 0 }
  for (const { state, count } of parts) totals[state] += count
  return totals
}

/** Returns true if two neighbouring points differ, or if there is no neighbour. */
function differ(one: ProgressPoint, other: ProgressPoint | undefined): boolean {
  return other === undefined || finalStates.some((state) => one[state] !== other[state])
}
