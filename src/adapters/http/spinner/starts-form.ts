import Joi from 'joi'
import type { OwnStarts, SpinnerView } from '../../../domain/spinner/spinner.ts'
import { type CronTimes, nextRuns, type Starts, windowSeconds } from '../../../domain/spinner/starts.ts'
import { momentForm } from '../forms.ts'

export const cronForm = Joi.string()
  .max(200)
  .description(
    'A cron expression with five fields: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5".',
  )

export const zoneNameForm = Joi.string()
  .max(64)
  .description('The time zone of the schedule, such as "Europe/Berlin".')

const { least, most, usual } = windowSeconds

/** The form of a spinner's own starts, in addition to calls. */
export const startsForm = Joi.object({
  on: Joi.valid('call', 'records', 'schedule').required(),
  withinSeconds: Joi.number()
    .integer()
    .min(least)
    .max(most)
    .when('on', { is: 'records', then: Joi.number().default(usual), otherwise: Joi.forbidden() })
    .description(
      `For \`records\` only: the longest time, in seconds, until a job takes new records, ${least} to ${most}; ${usual} by default. At most one job starts in that time.`,
    )
    // The default applies only if `on` is `records`. Clients would send it with the other values too, which
    // is refused.
    .meta({ default: undefined }),
  cron: cronForm.when('on', { is: 'schedule', then: Joi.required(), otherwise: Joi.forbidden() }),
  timeZone: zoneNameForm.when('on', { is: 'schedule', then: Joi.required(), otherwise: Joi.forbidden() }),
}).description(
  'The events that start jobs of the published spinner, besides calls of the trigger. `call`: none. `records`: new records in its data table. `schedule`: the times of `cron`. A time that occurs twice when clocks change counts once; a skipped time counts at the moment of the change. If no record can be taken, no job is started.',
)

/** Returns the starts with their fields in a fixed order, whatever order they were stored in. */
export function presentStarts(starts: Starts): object {
  if (starts.on === 'call') return { on: 'call' }
  if (starts.on === 'records') return { on: 'records', withinSeconds: starts.withinSeconds }
  return { on: 'schedule', cron: starts.cron, timeZone: starts.timeZone }
}

export const mostRunsShown = 5

/** Returns the next times at which the spinner starts, as far as they are known now. */
export function presentOwnStarts(
  { ownStarts, pausedAt }: Pick<SpinnerView, 'ownStarts' | 'pausedAt'>,
  now: Date,
  cronTimes: CronTimes,
): object | null {
  if (ownStarts === null) return null
  const { stopped } = ownStarts
  const next = pausedAt === null ? upcoming(ownStarts, now, cronTimes) : []
  return { next, stopped: stopped && { code: stopped.code, message: stopped.message, at: stopped.at } }
}

function upcoming({ starts, dueAt }: OwnStarts, now: Date, cronTimes: CronTimes): readonly Date[] {
  if (starts.on === 'schedule') return nextRuns(starts, now, mostRunsShown, cronTimes)
  return dueAt > now ? [dueAt] : []
}

export const ownStartsSchema = Joi.object({
  next: Joi.array()
    .items(momentForm)
    .required()
    .description(
      'The times of the next starts: the next five runs of a schedule, or the next check for new records. Empty while the spinner is paused.',
    ),
  stopped: Joi.object({
    code: Joi.string().required().description('The error code with which a trigger would be refused.'),
    message: Joi.string().required(),
    at: momentForm.description('The time of the first refusal of the start.'),
  })
    .allow(null)
    .required()
    .meta({ named: 'StoppedStart' })
    .description(
      'The reason why a due start was refused, for example because the `jobs` of the month are used up. The start is retried every minute; after success it is made once.',
    ),
})
  .allow(null)
  .meta({ named: 'OwnStarts' })
  .description('The automatic starts of the published version; null if only calls start it.')
