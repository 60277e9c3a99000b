import Joi from 'joi'
import { clockForm, endOfDay, isWindow, type SendWindow } from '../../../domain/spinner/send-window.ts'

const column = Joi.string().max(200)
const from = Joi.string()
  .pattern(clockForm)
  .required()
  .description(
    'The time at which the send window starts each day, as a time of day (24-hour clock) such as "09:00".',
  )
const to = Joi.alternatives(Joi.string().pattern(clockForm), Joi.valid(endOfDay))
  .required()
  .description(
    'The time at which the send window ends each day, as a time of day later than `from`; "24:00" for the end of the day.',
  )

/** The form of a send window: the days and hours at which a spinner writes. */
export const sendWindowForm = Joi.object({
  days: Joi.array()
    .items(Joi.number().integer().min(1).max(7))
    .min(1)
    .max(7)
    .unique()
    .required()
    .description(
      'The days of the week on which the spinner sends, from 1 (Monday) to 7 (Sunday), each at most once.',
    ),
  from,
  to,
  zone: Joi.object({
    column: column.description(
      'The name of a metadata column (one that spinners may use) with IANA time zones, such as "Asia/Kathmandu".',
    ),
    phone: column.description(
      'The name of a metadata column (one that spinners may use) with phone numbers including their country prefix, such as "+977 1 …".',
    ),
  })
    .default({})
    .description(
      'The columns from which the time zone of a person is taken. First the time zone in `column`, then the country of the number in `phone`, then the time zone of the organization is used. In a country with several time zones, the zone of most inhabitants is used.',
    ),
})
  .custom((window: SendWindow, helpers) => (isWindow(window) ? window : helpers.error('any.custom')))
  .messages({ 'any.custom': '{{#label}} must have a "to" that is later than "from"' })
  .allow(null)
  .description(
    'The days and hours, in the time zone of the person, at which the spinner sends; null for any time. Outside the window a recipient waits.',
  )

export const exampleWindow = {
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
  zone: { column: 'time_zone', phone: 'phone' },
}
