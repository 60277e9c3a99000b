import Joi from 'joi'
import { serviceActor } from '../../../domain/actor-view.ts'
import type { AutomaticStarts, SpinnerView } from '../../../domain/spinner/spinner.ts'
import {
  againChoices,
  maxAgainAfterDays,
  nextRuns,
  type Starts,
  windowSeconds,
} from '../../../domain/spinner/starts.ts'
import { momentForm } from '../forms.ts'
import { pauseSchema } from '../sender/pause-presenter.ts'

export const cronForm = Joi.string()
  .max(200)
  .description(
    'A cron expression with five fields: minute, hour, day of month, month, day of week. "0 9 * * 1-5" means 9:00 from Monday to Friday.',
  )

export const zoneNameForm = Joi.string()
  .max(64)
  .description('The IANA name of the time zone in which `cron` is read, such as "Europe/Berlin".')

const { least, most, usual } = windowSeconds
const withinWords = `For \`records\` and \`segment\`: the shortest time between two jobs, in seconds, ${least} to ${most}; ${usual} by default. It is the longest time for which a new record waits for a job. A record that enters a segment starts a job at once if none has started in that time.`
const againWords =
  'For `segment` only: whether a record starts once (`never`, the default), or each time it enters the segment again (`eachEntry`).'

/** The form of a spinner's automatic starts, in addition to calls of its trigger. */
export const startsForm = Joi.object({
  on: Joi.valid('call', 'records', 'segment', 'schedule')
    .required()
    .description(
      'The event that starts jobs: `call` (only calls of the trigger), `records` (new records), `segment` (records that begin to belong to a segment) or `schedule` (the times of `cron`).',
    ),
  segmentId: Joi.string()
    .guid()
    .when('on', { is: 'segment', then: Joi.required(), otherwise: Joi.forbidden() })
    .description(
      'For `segment` only: the segment of the data table. Its condition must not ask about messages, replies or suppressed addresses, not even by other segments.',
    ),
  again: Joi.string()
    .valid(...againChoices)
    .when('on', { is: 'segment', otherwise: Joi.forbidden() })
    .description(againWords),
  againAfterDays: Joi.number()
    .integer()
    .min(1)
    .max(maxAgainAfterDays)
    .when('again', { is: 'eachEntry', otherwise: Joi.forbidden() })
    .description(
      'For `eachEntry` only: the shortest time between two starts of one record, in days. A record that enters earlier does not start. Without it, each entry starts.',
    ),
  withinSeconds: Joi.number()
    .integer()
    .min(least)
    .max(most)
    .when('on', {
      is: Joi.valid('records', 'segment'),
      then: Joi.number().default(usual),
      otherwise: Joi.forbidden(),
    })
    .description(withinWords)
    // Leaves the default of `withinSeconds` out of the OpenAPI document. The field is only allowed if `on` is
    // `records`, but generated clients would always send the default and be refused.
    .meta({ default: undefined, description: withinWords }),
  cron: cronForm.when('on', { is: 'schedule', then: Joi.required(), otherwise: Joi.forbidden() }),
  timeZone: zoneNameForm.when('on', { is: 'schedule', then: Joi.required(), otherwise: Joi.forbidden() }),
})
  // Sets the default of `again` here. A default of the field would be a second enumeration in the OpenAPI document, which
  // generators of clients merge into one with repeated names.
  .custom((starts: Starts) =>
    starts.on === 'segment' ? { ...starts, again: starts.again ?? 'never' } : starts,
  )
  .description(
    'The automatic starts of the published spinner, in addition to calls of the trigger: none, on new records in its data table, on records that begin to belong to a segment, or at the times of a schedule. In a schedule, a time that occurs twice when clocks change counts once; a skipped time counts at the moment of the change. If no record can be taken, no job is started. Each started job counts on the `jobs` meter.',
  )

/** Returns a spinner's starts with their fields in a fixed order, whatever order they were stored in. */
export function presentStarts(starts: Starts): object {
  if (starts.on === 'call') return { on: 'call' }
  if (starts.on === 'records') return { on: 'records', withinSeconds: starts.withinSeconds }
  if (starts.on === 'segment') {
    const { segmentId, again, againAfterDays, withinSeconds } = starts
    return {
      on: 'segment',
      segmentId,
      again,
      ...(againAfterDays === undefined ? {} : { againAfterDays }),
      withinSeconds,
    }
  }
  return { on: 'schedule', cron: starts.cron, timeZone: starts.timeZone }
}

export const maxRunsShown = 5

/**
 * Returns the next times at which a spinner starts automatically, and the error that stopped its last
 * automatic start; null for a spinner without automatic starts.
 */
export function presentOwnStarts(
  { automaticStarts, pausedAt }: Pick<SpinnerView, 'automaticStarts' | 'pausedAt'>,
  now: Date,
): object | null {
  if (automaticStarts === null) return null
  const { stopped } = automaticStarts
  const next = pausedAt === null ? upcoming(automaticStarts, now) : []
  return { next, pause: stopped && pauseOfStarts(stopped) }
}

function pauseOfStarts({ code: reason, message, at }: NonNullable<AutomaticStarts['stopped']>): object {
  return { by: serviceActor, at, until: null, reason, message }
}

function upcoming({ starts, dueAt }: AutomaticStarts, now: Date): readonly Date[] {
  if (starts.on === 'schedule') return nextRuns(starts, now, maxRunsShown)
  if (starts.on === 'segment') return []
  return dueAt > now ? [dueAt] : []
}

export const ownStartsSchema = Joi.object({
  next: Joi.array()
    .items(momentForm)
    .required()
    .description(
      'The times of the next starts, in UTC (ISO 8601): the next five runs of a schedule, or the next check for new records. Empty while the spinner is paused, and for starts on entries into a segment.',
    ),
  pause: pauseSchema
    .allow(null)
    .required()
    .description(
      'The pause of the starts, because a due start was refused; null if none was. `reason` is the error code with which a trigger would be refused, for example if the `jobs` of the month are used up. The start is retried every minute. One job replaces all starts that were missed meanwhile.',
    ),
})
  .allow(null)
  .meta({ named: 'AutomaticStarts' })
  .description('The automatic starts of the published version; null if only calls start it.')
