import { Cron } from 'croner'
import { Crons } from '../../ports/spinner/crons.ts'

/**
 * Options of the Croner parser: five fields, as in crontab, in UTC. The code in src/domain handles time zones
 * and clock changes.
 */
const options = { mode: '5-part', timezone: 'UTC', paused: true } as const

export class CronerCrons extends Crons {
  override faultOf(cron: string): string | null {
    // Accepts only crons of five fields. A name such as "@daily" has only one field and is refused.
    if (cron.trim().split(/\s+/).length !== 5)
      return 'A cron has five fields: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5"'
    try {
      return new Cron(cron, options).nextRun(new Date(0)) === null ? 'No year has such a day' : null
    } catch (error) {
      return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : 'The cron is not valid'
    }
  }

  override readonly next = (cron: string, after: Date): Date | null => new Cron(cron, options).nextRun(after)
}
