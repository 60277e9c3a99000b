import { Cron } from 'croner'

/**
 * Options of the Croner parser: five fields, as in crontab, in UTC. `starts.ts` handles time zones and clock
 * changes.
 */
const options = { mode: '5-part', timezone: 'UTC', paused: true } as const

/**
 * Returns the fault of a cron expression in words; null if there is none. An expression that never matches
 * is a fault.
 */
export function faultOfCron(cron: string): string | null {
  // Accepts only crons of five fields. A name such as "@daily" has only one field and is refused.
  if (cron.trim().split(/\s+/).length !== 5)
    return 'A cron has five fields: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5"'
  try {
    return new Cron(cron, options).nextRun(new Date(0)) === null ? 'No year has such a day' : null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : 'The cron is not valid'
  }
}

/** Returns the next time after `after` that matches a cron expression, in UTC; null if there is none. */
export function nextCronTime(cron: string, after: Date): Date | null {
  return new Cron(cron, options).nextRun(after)
}
