import type { SenderFault } from '../sender/sender.ts'
import { dayAfter, localDay, startOfDay } from '../time/local-time.ts'

export const overviewRanges = ['24h', '7d', '30d'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/**
 * For each range of the overview, the number of calendar days that it touches and the hours in each part of its
 * chart.
 */
const cuts: Readonly<Record<OverviewRange, { readonly days: number; readonly hours: number }>> = {
  '24h': { days: 2, hours: 1 },
  '7d': { days: 7, hours: 6 },
  '30d': { days: 30, hours: 24 },
}

const hourMilliseconds = 60 * 60 * 1000

/**
 * Returns the times at which the chart parts of an overview range begin in a time zone, and the end of the last
 * part. The last part contains the present time.
 */
export function boundsOf(range: OverviewRange, now: Date, zone: string): readonly Date[] {
  const { days, hours } = cuts[range]
  const today = localDay(now, zone)
  const starts = Array.from({ length: days + 1 }, (_, no) => dayAfter(today, no + 1 - days)).flatMap(
    (day) => {
      const begins = startOfDay(day, zone).getTime()
      const ends = startOfDay(dayAfter(day), zone).getTime()
      return Array.from({ length: 24 / hours }, (_part, no) => begins + no * hours * hourMilliseconds).filter(
        (at) => at < ends,
      )
    },
  )
  const end = starts.findIndex((at) => at > now.getTime())
  const from = range === '24h' ? end - 24 : 0
  return starts.slice(from, end + 1).map((at) => new Date(at))
}

/**
 * Returns the beginning of the period before an overview range. It is as long as the time from the beginning of the
 * range to the present, in whole quarters of an hour, so that both periods can be compared.
 */
export function beginningBefore(bounds: readonly Date[], now: Date): Date {
  const since = (bounds[0] ?? now).getTime()
  const quarter = hourMilliseconds / 4
  return new Date(since - Math.max(1, Math.ceil((now.getTime() - since) / quarter)) * quarter)
}

/** The counts of an organization's records, e-mails and reactions in a period. */
export interface Activity {
  /** The number of records that were added to data tables in the period. */
  readonly records: number
  readonly held: number
  readonly refused: number
  readonly ignored: number
  /**
   * The number of e-mails that a server or provider accepted, including e-mails that bounced or were answered
   * later.
   */
  readonly sent: number
  readonly captured: number
  readonly failed: number
  readonly unconfirmed: number
  readonly replies: number
  readonly bounces: number
  readonly complaints: number
}

export type ActivityKind = keyof Activity

export const activityKinds = [
  'records',
  'held',
  'refused',
  'ignored',
  'sent',
  'captured',
  'failed',
  'unconfirmed',
  'replies',
  'bounces',
  'complaints',
] as const satisfies readonly ActivityKind[]

export const noActivity: Activity = {
  records: 0,
  held: 0,
  refused: 0,
  ignored: 0,
  sent: 0,
  captured: 0,
  failed: 0,
  unconfirmed: 0,
  replies: 0,
  bounces: 0,
  complaints: 0,
}

export function sumOfActivities(parts: readonly Activity[]): Activity {
  const sums: Record<ActivityKind, number> = { ...noActivity }
  for (const part of parts) for (const kind of activityKinds) sums[kind] += part[kind]
  return sums
}

/**
 * The activity of an organization in a range of the overview, such as 7 days, divided into parts for a chart.
 */
export type ActivityOverTime = {
  /** The counts of the organization's activity for each part of the range, oldest part first. */
  readonly parts: readonly Activity[]
  /**
   * False if the last minutes had too many events to count at once. The counts of the activity are then too low
   * for about a minute.
   */
  readonly isComplete: boolean
}

/** A decision that the overview lists, because a person has to make it before work continues. */
export type Decision =
  | {
      readonly kind: 'held'
      readonly dataTableId: string | null
      readonly name: string | null
      readonly count: number
    }
  | {
      readonly kind: 'sender'
      readonly senderId: string
      readonly name: string
      readonly email: string
      /** The only spinner for which the sender is paused; null if the sender is paused for all spinners. */
      readonly spinner: { readonly id: string; readonly name: string } | null
      readonly fault: SenderFault | null
    }
  | {
      readonly kind: 'failures'
      readonly jobId: string
      readonly name: string
      /** The number of failed recipients that are left to retry; 0 if the job failed as a whole. */
      readonly count: number
      readonly createdAt: Date
    }
  | {
      readonly kind: 'start'
      readonly spinnerId: string
      readonly name: string
      /**
       * The reason why an automatic start of the spinner (by schedule or new records) was refused. The service
       * retries the start every minute.
       */
      readonly message: string
      /** The time when the automatic start of the spinner was first refused for this reason. */
      readonly since: Date
    }

/**
 * The number at which the overview stops counting held arrivals and unfinished jobs. A higher number is shown
 * as "1,000 or more".
 */
export const maxCountedActivity = 1_000
/** The highest number of decisions of each kind that the overview lists. */
export const maxDecisions = 5
/** The number of days after which the overview no longer lists the failures of a job. */
export const failuresDays = 30

/** The number of unfinished jobs of an organization, and the decisions that its users have to make. */
export interface PendingWork {
  readonly jobs: Readonly<Record<'running' | 'queued' | 'scheduled' | 'paused', number>>
  readonly decisions: readonly Decision[]
}
