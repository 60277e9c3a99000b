import { t } from '../../../languages/text.ts'
import { dateFormat } from '../date-format.ts'
import { plain, type Reading, type TextForm } from './reading.ts'

/** The text of a field for an hour of the day, whose value is such as "09:30". */
export const hourForm: TextForm = {
  read: readHour,
  write: writeHour,
  hint: () => t('Write a time such as {example}.', { example: writeHour('09:30') }),
}

/** Hours and minutes as people write them: "9:30", "9.30", "9h30", "9 Uhr", "9:30 am", also with seconds. */
export const hourPattern = String.raw`(\d{1,2})(?: ?[:.h] ?(\d\d))?(?::\d\d(?:\.\d+)?)?z? ?(?:uhr|h)? ?(?:([ap])\.? ?m\.?)?`

const wholeHour = new RegExp(`^${hourPattern}$`)

/** Writes an hour of the day in the user's form, such as "09:30" or "9:30 AM". */
export function writeHour(hour: string): string {
  const at = Date.parse(`1970-01-01T${hour}Z`)
  if (Number.isNaN(at)) return hour
  const text = dateFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(at).replaceAll(/\s/g, ' ')
  const reading = readHour(text)
  return 'value' in reading && reading.value === hour ? text : hour
}

/** Reads an hour of the day, such as "9:30", "9h30" or "9:30 pm". */
export function readHour(text: string): Reading {
  const match = wholeHour.exec(plain(text))
  if (match === null) return { fault: 'unreadable' }
  const [, hours = '', minutes = '00', half] = match
  const isReal =
    Number(minutes) < 60 && (half === undefined ? Number(hours) < 24 : /^(0?[1-9]|1[0-2])$/.test(hours))
  if (!isReal) return { fault: 'no such time' }
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  return { value: `${String(hour).padStart(2, '0')}:${minutes}` }
}
