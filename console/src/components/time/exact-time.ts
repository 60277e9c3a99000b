/**
 * Of the machine that the console runs on: with its zone, because whoever reads it may sit elsewhere than who wrote it.
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

/** "1 Dec 2026, 14:05:09 CET", for looking something up elsewhere. */
export const exactTime = (at: string): string => moment.format(new Date(at))

/** "1 Dec 2026, 14:05 CET", within a sentence. */
export const timeToTheMinute = (at: string): string => minute.format(new Date(at))
