import Joi from 'joi'
import { clockForm, endOfDay, isWindow, type SendWindow } from '../../../domain/spinner/send-window.ts'

const column = Joi.string().max(200)
const from = Joi.string().pattern(clockForm).required().description('As "09:00".')
const to = Joi.alternatives(Joi.string().pattern(clockForm), Joi.valid(endOfDay))
  .required()
  .description('Later than `from`, on the same day; "24:00" for its end.')

/** The form of a send window: the days and hours at which a spinner writes. */
export const sendWindowForm = Joi.object({
  days: Joi.array()
    .items(Joi.number().integer().min(1).max(7))
    .min(1)
    .max(7)
    .unique()
    .required()
    .description('From 1, Monday, to 7, Sunday.'),
  from,
  to,
  zone: Joi.object({
    column: column.description('A metadata column with names as "Asia/Kathmandu".'),
    phone: column.description('A metadata column of phone numbers with their prefix, as "+977 1 …".'),
  })
    .default({})
    .description(
      'Whose hours they are: those of the zone in the column; else of the country of the phone number, where it has several zones of the one in which most people live; else of the organization.',
    ),
})
  .custom((window: SendWindow, helpers) => (isWindow(window) ? window : helpers.error('any.custom')))
  .messages({ 'any.custom': '{{#label}} must have a "to" that is later than "from"' })
  .allow(null)
  .description(
    'At which days and hours of the person it writes; null for any. Who comes at another time waits.',
  )

export const exampleWindow = {
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
  zone: { column: 'time_zone', phone: 'phone' },
}

export function presentWindow(window: SendWindow | null): object | null {
  return window && { days: window.days, from: window.from, to: window.to, zone: { ...window.zone } }
}
