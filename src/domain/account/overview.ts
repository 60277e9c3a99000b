import { dayAfter, localDay, startOf } from '../local-time.ts'
import type { SenderTrouble } from '../sender/sender.ts'

export const overviewRanges = ['24h', '7d', '30d'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/** How many days a range touches, and into parts of how many hours each of them is cut. */
const cuts: Readonly<Record<OverviewRange, { readonly days: number; readonly hours: number }>> = {
  '24h': { days: 2, hours: 1 },
  '7d': { days: 7, hours: 6 },
  '30d': { days: 30, hours: 24 },
}

const hourMilliseconds = 60 * 60 * 1000

/** Where the parts of a range begin, on the wall of a zone, and where the last one ends: the one that it is now. */
export function boundsOf(range: OverviewRange, now: Date, zone: string): readonly Date[] {
  const { days, hours } = cuts[range]
  const today = localDay(now, zone)
  const starts = Array.from({ length: days + 1 }, (_, no) => dayAfter(today, no + 1 - days)).flatMap(
    (day) => {
      const begins = startOf(day, zone).getTime()
      const ends = startOf(dayAfter(day), zone).getTime()
      return Array.from({ length: 24 / hours }, (_part, no) => begins + no * hours * hourMilliseconds).filter(
        (at) => at < ends,
      )
    },
  )
  const end = starts.findIndex((at) => at > now.getTime())
  const from = range === '24h' ? end - 24 : 0
  return starts.slice(from, end + 1).map((at) => new Date(at))
}

/** What there was of each in some time: records that came in, or did not, e-mails that left, and what came back. */
export interface Activity {
  /** Records that were added to data tables. */
  readonly records: number
  readonly held: number
  readonly refused: number
  readonly ignored: number
  /** Taken by a server. */
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

export function addedUp(parts: readonly Activity[]): Activity {
  const sums: Record<ActivityKind, number> = { ...noActivity }
  for (const part of parts) for (const kind of activityKinds) sums[kind] += part[kind]
  return sums
}

/** Those kinds of activity that are counted of what is kept, and not of the ledger. */
export type ActivityOverTime = {
  /** One for each two bounds. */
  readonly parts: readonly Activity[]
  /** False where so much came in the last minutes that not all of it has been counted. */
  readonly complete: boolean
}

/** What somebody has to decide, or nobody goes on. */
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
      readonly address: string
      /** The spinner for which alone it is paused; null for all of them. */
      readonly spinner: { readonly id: string; readonly name: string } | null
      readonly trouble: SenderTrouble | null
    }
  | {
      readonly kind: 'failures'
      readonly jobId: string
      readonly name: string
      /** Failed recipients that no later job has run again; 0 if the job failed as a whole. */
      readonly count: number
      readonly createdAt: Date
    }
  | {
      readonly kind: 'start'
      readonly spinnerId: string
      readonly name: string
      /** Why the due start was refused. It is retried every minute. */
      readonly message: string
      /** The time of the first refusal for this reason. */
      readonly since: Date
    }

/** No count of what waits goes further: who has more reads "1,000 or more". */
export const mostCounted = 1_000
/** So many decisions of one kind are named. */
export const mostDecisions = 5
/** Days after which the failures of a job are no longer listed. */
export const failuresDays = 7

/** What is on its way, and what is not. */
export interface Standing {
  readonly jobs: Readonly<Record<'running' | 'queued' | 'scheduled' | 'paused', number>>
  readonly decisions: readonly Decision[]
}
