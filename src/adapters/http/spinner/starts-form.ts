import Joi from 'joi'
import type { OwnStarts, SpinnerView } from '../../../domain/spinner/spinner.ts'
import { type CronTimes, nextRuns, type Starts, windowSeconds } from '../../../domain/spinner/starts.ts'
import { momentForm } from '../forms.ts'

export const cronForm = Joi.string()
  .max(200)
  .description('Five fields: minute, hour, day of month, month, day of week, as "0 9 * * 1-5".')

export const zoneNameForm = Joi.string().max(64).description('Whose clocks are meant, as "Europe/Berlin".')

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
      `For \`records\` only: the longest time, in seconds, until a job takes the records that arrived; at most one job starts in that time. ${usual} if it is left out.`,
    )
    // The default applies only if `on` is `records`. Clients would send it with the other values too, which
    // is refused.
    .meta({ default: undefined }),
  cron: cronForm.when('on', { is: 'schedule', then: Joi.required(), otherwise: Joi.forbidden() }),
  timeZone: zoneNameForm.when('on', { is: 'schedule', then: Joi.required(), otherwise: Joi.forbidden() }),
}).description(
  'What starts it beside whoever calls it, from when it is published: `call` nothing, `records` what arrives in its data table, `schedule` the clock. A time that clocks show twice comes once; one that they skip comes at the moment at which they jump. Where there is nobody to write to, no job is started.',
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
      'When it starts next: five runs of a schedule, or when it looks for what arrived. None while it is paused.',
    ),
  stopped: Joi.object({
    code: Joi.string().required().description('As of an error that a trigger is answered with.'),
    message: Joi.string().required(),
    at: momentForm.description('Since when.'),
  })
    .allow(null)
    .required()
    .meta({ named: 'StoppedStart' })
    .description(
      'Why a start could not be made, as when the `jobs` of the month are used up. It is tried again every minute, and made once then.',
    ),
})
  .allow(null)
  .meta({ named: 'OwnStarts' })
  .description('How the published version starts by itself. Null for one that is only called.')
