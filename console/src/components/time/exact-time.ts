import { dateFormat } from './date-format.ts'

const minute = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
const second = { ...minute, second: '2-digit' } as const

/**
 * Returns a time as "1 Dec 2026, 14:05:09 CET", precise enough to find the event in other systems. The time zone is
 * that of this machine; it is named, because another reader may be in another zone.
 */
export const exactTime = (at: string): string => dateFormat(second).format(new Date(at))

/** Returns a time as "1 Dec 2026, 14:05 CET", for use within a sentence. */
export const timeToTheMinute = (at: string): string => dateFormat(minute).format(new Date(at))
