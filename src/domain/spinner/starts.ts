import { canonicalText } from '../text/canonical-text.ts'
import { firstMomentOf, wallTime } from '../time/local-time.ts'
import { nextCronTime } from './cron.ts'

/**
 * The setting that decides when jobs of a spinner start automatically; `call` means only on trigger requests.
 */
export type Starts = { readonly on: 'call' } | RecordStarts | SegmentStarts | ScheduledStarts

/**
 * The setting that starts a job automatically when new records have arrived, at most once in `withinSeconds`
 * seconds.
 */
interface RecordStarts {
  readonly on: 'records'
  readonly withinSeconds: number
}

/** How often a record that enters a segment starts: once, or each time it enters. */
export const againChoices = ['never', 'eachEntry'] as const

/**
 * The setting that starts a job automatically for records that begin to belong to a segment, at most one job in
 * `withinSeconds` seconds.
 */
interface SegmentStarts {
  readonly on: 'segment'
  readonly segmentId: string
  readonly again: (typeof againChoices)[number]
  /** The shortest time between two starts of one record, in days; absent for none. Has no meaning with `never`. */
  readonly againAfterDays?: number
  readonly withinSeconds: number
}

export interface ScheduledStarts {
  readonly on: 'schedule'
  /** A cron expression with five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string
  /** The time zone of the cron expression, such as "Europe/Berlin". */
  readonly timeZone: string
}

export const onlyOnCall: Starts = { on: 'call' }
export const windowSeconds = { least: 5, most: 86_400, usual: 60 } as const
export const maxAgainAfterDays = 3_650

export function sameStarts(a: Starts, b: Starts): boolean {
  return canonicalText(a) === canonicalText(b)
}

/**
 * Returns the time from which a published spinner may start automatically; null if it starts only on trigger requests.
 * Entries into a segment start a job at once.
 */
export function firstStart(starts: Starts, publishedAt: Date): Date | null {
  return starts.on === 'segment' ? publishedAt : nextStart(starts, publishedAt)
}

/** Returns the id of the segment whose entries start a spinner; null for other starts. */
export function enteredSegmentOf(starts: Starts): string | null {
  return starts.on === 'segment' ? starts.segmentId : null
}

/** Returns the time of a spinner's next automatic start after another time; null if none follows. */
export function nextStart(starts: Starts, after: Date): Date | null {
  if (starts.on === 'call') return null
  if (starts.on !== 'schedule') return new Date(after.getTime() + starts.withinSeconds * 1000)
  return nextRun(starts, after)
}

/**
 * Returns the next run of a schedule after a time. A time that a clock change repeats counts once, the first
 * time. All times that a clock change skips become one run at the moment of the change.
 */
function nextRun({ cron, timeZone }: Pick<ScheduledStarts, 'cron' | 'timeZone'>, after: Date): Date | null {
  let wall = wallTime(after, timeZone)
  for (;;) {
    const next = nextCronTime(cron, wall)
    if (next === null) return null
    const moment = firstMomentOf(next, timeZone)
    if (moment > after) return moment
    wall = next
  }
}

/** Returns the next `count` runs of a schedule after a time; fewer if it ends. */
export function nextRuns(
  schedule: Pick<ScheduledStarts, 'cron' | 'timeZone'>,
  after: Date,
  count: number,
): readonly Date[] {
  const runs: Date[] = []
  for (let from = after; runs.length < count; ) {
    const run = nextRun(schedule, from)
    if (run === null) break
    runs.push(run)
    from = run
  }
  return runs
}
