import Joi from 'joi'
import { maxPacePerDay } from '../../../domain/spinner/spinner-pace.ts'

const number = Joi.number().integer().min(1).max(maxPacePerDay)

/** The form of a pace: how many people and messages a spinner takes on in a day. */
export const paceForm = Joi.object({
  maxNewPerDay: number.description(
    `The number of people who get their first message of a job on one day, over all jobs of the spinner, from 1 to ${maxPacePerDay}; absent for no limit.`,
  ),
  maxPerDay: number.description(
    `The number of messages on one day, over all jobs of the spinner and with follow-ups, from 1 to ${maxPacePerDay}; absent for no limit.`,
  ),
})
  .or('maxNewPerDay', 'maxPerDay')
  .allow(null)
  .description(
    'The pace of the spinner: how many people and messages it takes on in a day; null for no limit. A day is one of the time zone of the organization. The pace of the published version holds at once for all jobs of the spinner, also for jobs of an earlier version. A recipient waits with the reason `SPINNER_PACE`, and follow-ups come before new people.',
  )

export const examplePace = { maxNewPerDay: 40, maxPerDay: 120 }
