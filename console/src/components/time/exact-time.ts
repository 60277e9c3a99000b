/**
 * Formats a time to the second in the time zone of this machine. The zone is named, because another reader
 * may be in another zone.
 */
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Returns a time as "1 Dec 2026, 14:05:09 CET", precise enough to find the event in other systems. */
export const exactTime = (at: string): string => moment.format(new Date(at))

/** Returns a time as "1 Dec 2026, 14:05 CET", for use within a sentence. */
export const timeToTheMinute = (at: string): string => minute.format(new Date(at))
