import { minutesOf, type SendWindow } from './send-window.ts'

/** The number of messages that a spinner sends in a day, over all its jobs. An absent number is no limit. */
export interface SpinnerPace {
  /** The number of people who get their first message of a job on one day. */
  readonly maxNewPerDay?: number
  /** The number of all messages on one day. */
  readonly maxPerDay?: number
}

export const maxPacePerDay = 1_000_000

export function samePace(a: SpinnerPace | null, b: SpinnerPace | null): boolean {
  return a?.maxNewPerDay === b?.maxNewPerDay && a?.maxPerDay === b?.maxPerDay
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/**
 * Returns the weekdays on which a spinner with a send window sends, and the minute of the day at which the window opens.
 * The minute is midnight if each person has a time zone, because the window then opens at several times.
 */
export function openingOf(window: SendWindow | null): {
  readonly days: readonly number[]
  readonly opensAt: number
} {
  if (window === null) return { days: everyDay, opensAt: 0 }
  const hasZones = Object.keys(window.zone).length > 0
  return { days: window.days.toSorted((a, b) => a - b), opensAt: hasZones ? 0 : minutesOf(window.from) }
}
