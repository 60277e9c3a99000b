import type { Evidence } from '../../reason.ts'
import type { SpinnerVersion } from '../../spinner/spinner.ts'
import { openingOf, type SpinnerPace } from '../../spinner/spinner-pace.ts'
import { dayAfter, localDay, momentOf, weekdayOf } from '../../time/local-time.ts'

/** The messages of a spinner on a day, and the places that new people have on later days because of its pace. */
export interface PaceCounts {
  readonly zone: string
  readonly day: string
  readonly used: number
  readonly usedNew: number
  /** The last day on which new people have places, and the number of these places. */
  readonly queueDay: string | null
  readonly queueCount: number
  /** The follow-ups that become due on the day, and the people whose day has passed. */
  readonly followUps: number
  readonly latePeople: number
}

/** The pace of a spinner with its use. */
export interface PaceUse extends SpinnerPace, PaceCounts {
  /** The weekdays on which the spinner sends, and the minute of the day at which it begins. */
  readonly days: readonly number[]
  readonly opensAt: number
}

/** Returns the pace of a version with the use of its spinner; null without a pace. `counts` is null before the first use. */
export function paceUseOf(
  { pace, sendWindow }: Pick<SpinnerVersion, 'pace' | 'sendWindow'>,
  counts: PaceCounts | null,
  zone: string,
  now: Date,
): PaceUse | null {
  if (pace === null) return null
  const unused = { zone, day: localDay(now, zone), used: 0, usedNew: 0, followUps: 0, latePeople: 0 }
  const stored = counts ?? { ...unused, queueDay: null, queueCount: 0 }
  return { ...paceOnDay(now, stored, zone), ...pace, ...openingOf(sendWindow) }
}

export interface PaceTime {
  /** The time when the message may be sent; null if it may be sent now. */
  readonly until: Date | null
  /** The limit that the pace has reached, as the evidence of the reason. */
  readonly evidence: Evidence
}

/**
 * Returns the time at which the pace of a spinner lets a message to a new person leave who has no place yet, on the
 * present day of the pace. `pace_verdict` implements the same rule in SQL, for all messages.
 */
export function paceTimeAt(pace: PaceUse): PaceTime {
  const { maxNewPerDay = Number.POSITIVE_INFINITY, maxPerDay = Number.POSITIVE_INFINITY } = pace
  const newPeople = maxNewPerDay - pace.usedNew
  const messages = maxPerDay - pace.used - pace.followUps
  const evidence: Evidence =
    newPeople <= messages
      ? { limit: maxNewPerDay, counts: 'newPeople' }
      : { limit: maxPerDay, counts: 'messages' }
  const { queueDay, queueCount, latePeople } = pace
  const isQueued = queueDay !== null && queueDay > pace.day
  const ahead = latePeople + (queueDay === pace.day ? queueCount : 0)
  if (!isQueued && Math.min(newPeople, messages) > ahead) return { until: null, evidence }
  const next = openDayAfter(pace, pace.day)
  const most = Math.min(maxNewPerDay, maxPerDay)
  const last = queueDay === null || queueDay < next ? null : queueDay
  const day = last === null ? next : queueCount < most ? last : openDayAfter(pace, last)
  return { until: momentOf(day, pace.opensAt, pace.zone), evidence }
}

/**
 * Returns a pace on its present day, in the time zone of the organization. A changed time zone leaves the messages of
 * the day, until the next midnight of the new zone. `pace_today` does the same in SQL.
 */
export function paceOnDay(now: Date, pace: PaceCounts, zone: string): PaceCounts {
  const isNewDay = pace.day < localDay(now, pace.zone)
  const used = isNewDay ? { used: 0, usedNew: 0, followUps: 0, latePeople: 0 } : {}
  const day = isNewDay || zone !== pace.zone ? localDay(now, zone) : pace.day
  return { ...pace, ...used, day, zone }
}

/** Returns the next day on which the spinner sends. */
function openDayAfter({ days }: Pick<PaceUse, 'days'>, day: string): string {
  for (let ahead = 1; ahead <= 7; ahead++) {
    const next = dayAfter(day, ahead)
    if (days.includes(weekdayOf(next))) return next
  }
  throw new Error('The spinner sends on no day of the week')
}
