import { firstMomentOf, wallTime } from '../local-time.ts'

/** What starts a spinner beside whoever calls it. */
export type Starts = { readonly on: 'call' } | RecordStarts | ScheduledStarts

/** What arrived becomes a job, at most one in so many seconds. */
interface RecordStarts {
  readonly on: 'records'
  readonly withinSeconds: number
}

export interface ScheduledStarts {
  readonly on: 'schedule'
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string
  /** As "Europe/Berlin": whose clocks are meant. */
  readonly timeZone: string
}

export const onCall: Starts = { on: 'call' }
export const windowSeconds = { least: 5, most: 86_400, usual: 60 } as const

/** The next time that a cron names after another, on a wall whose clock is never changed; null where there is none. */
export type CronTimes = (cron: string, after: Date) => Date | null

export function sameStarts(a: Starts, b: Starts): boolean {
  const plain = (starts: Starts) =>
    JSON.stringify(Object.entries(starts).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return plain(a) === plain(b)
}

/** When it starts next after a moment, if it then looked; null for one that is only called, or never again. */
export function nextStart(starts: Starts, after: Date, cronTimes: CronTimes): Date | null {
  if (starts.on === 'call') return null
  if (starts.on === 'records') return new Date(after.getTime() + starts.withinSeconds * 1000)
  return nextRun(starts, after, cronTimes)
}

/**
 * When a schedule comes round next. A time that the clocks show twice comes once, the first time; times that they skip
 * come at the moment at which they jump, all of them as one.
 */
function nextRun(
  { cron, timeZone }: Pick<ScheduledStarts, 'cron' | 'timeZone'>,
  after: Date,
  cronTimes: CronTimes,
): Date | null {
  let wall = wallTime(after, timeZone)
  for (;;) {
    const next = cronTimes(cron, wall)
    if (next === null) return null
    const moment = firstMomentOf(next, timeZone)
    if (moment > after) return moment
    wall = next
  }
}

/** The next few runs of a schedule. */
export function nextRuns(
  schedule: Pick<ScheduledStarts, 'cron' | 'timeZone'>,
  after: Date,
  count: number,
  cronTimes: CronTimes,
): readonly Date[] {
  const runs: Date[] = []
  for (let from = after; runs.length < count; ) {
    const run = nextRun(schedule, from, cronTimes)
    if (run === null) break
    runs.push(run)
    from = run
  }
  return runs
}
