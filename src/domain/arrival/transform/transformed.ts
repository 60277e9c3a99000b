import {
  type Decoded,
  type DecodedScalar,
  isBlank,
  isBlankWithin,
  isList,
  isScalar,
} from '../mapping/decoded.ts'
import type { Effort } from '../mapping/effort.ts'
import type { MappingReason } from '../mapping/mapped-delivery.ts'
import { ambiguous, parseDateText } from './date-text.ts'
import { unescapedHtml } from './html-text.ts'
import { parseNumberText } from './number-text.ts'
import { partOfText } from './text-part.ts'
import type { Transform } from './transform.ts'

/**
 * Returns a phone number in E.164; null if the text is none. Without a country, the country of the table
 * applies.
 */
export type PhoneOf = (text: string, country: string | null) => string | null

export interface TransformTools {
  readonly phoneOf: PhoneOf
  readonly effort: Effort
}

/** The reason why a mapping's transform could not convert a value, such as a text that is no date. */
export class ConversionFault {
  readonly reason: Pick<MappingReason, 'code' | 'message'>

  constructor(code: MappingReason['code'], message: string) {
    this.reason = { code, message }
  }
}

export function transformed(
  value: Decoded,
  transforms: readonly Transform[],
  tools: TransformTools,
): Decoded | ConversionFault {
  let result: Decoded = value
  for (const transform of transforms) {
    const next = apply(transform, result, tools)
    if (next instanceof ConversionFault) return next
    result = next
  }
  return result
}

function apply(transform: Transform, value: Decoded, tools: TransformTools): Decoded | ConversionFault {
  switch (transform.do) {
    case 'default':
      return isBlankWithin(value, tools.effort) ? transform.value : value
    case 'first':
      return isList(value) ? firstIn(value, tools) : value
    case 'join':
      return isList(value) ? joined(value, transform.with ?? ', ', tools) : value
    case 'split':
      return typeof value === 'string' ? split(value, transform.by, tools) : value
    default:
      return isList(value) ? each(transform, value, tools) : one(transform, value, tools)
  }
}

function firstIn(list: readonly Decoded[], { effort }: TransformTools): Decoded {
  const first = list.find((item) => {
    effort.spend(1)
    return !isBlankWithin(item, effort)
  })
  return first ?? null
}

function each(
  transform: Transform,
  list: readonly Decoded[],
  tools: TransformTools,
): Decoded | ConversionFault {
  tools.effort.spend(list.length)
  const results: Decoded[] = []
  for (const item of list) {
    const result = isList(item) ? item : one(transform, item, tools)
    if (result instanceof ConversionFault) return result
    results.push(result)
  }
  return results
}

function joined(
  list: readonly Decoded[],
  glue: string,
  { effort }: TransformTools,
): Decoded | ConversionFault {
  effort.spend(list.length)
  const texts: string[] = []
  for (const item of list) {
    if (isBlankWithin(item, effort)) continue
    if (!isScalar(item))
      return new ConversionFault(
        'NOT_ONE_VALUE',
        'The list holds objects or lists, so its values cannot be joined',
      )
    texts.push(String(item))
  }
  effort.write(texts.reduce((sum, text) => sum + text.length + glue.length, 0))
  return texts.length === 0 ? null : texts.join(glue)
}

/** Returns the parts of a text between separators, without empty parts, as in `||a||b||`. */
function split(text: string, by: string, { effort }: TransformTools): Decoded {
  effort.spend(text.length)
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The number of characters of a text that are searched for a part in one work step. */
const charactersPerStep = 16

/** The effort of slow transforms in steps of 0.25 µs: a time with a zone takes 9 µs, a phone number 20 µs. */
const steps: Partial<Record<Transform['do'], number>> = { date: 36, phone: 80, number: 4, unescapeHtml: 4 }

function one(transform: Transform, value: Decoded, tools: TransformTools): Decoded | ConversionFault {
  tools.effort.spend(steps[transform.do] ?? 1)
  if (value === null) return null
  if (transform.do === 'date') return date(transform, value)
  if (!isScalar(value)) return value
  if (transform.do === 'valueMap') return chosen(transform, value)
  if (transform.do === 'boolean') return truth(value)
  if (transform.do === 'number' || transform.do === 'divide') return number(transform, value)
  const text = String(value)
  tools.effort.write(text.length)
  switch (transform.do) {
    case 'trim':
      return typeof value === 'string' ? text.trim() : value
    case 'lower':
      return typeof value === 'string' ? text.toLowerCase() : value
    case 'unescapeHtml':
      return typeof value === 'string' ? unescapedHtml(text) : value
    case 'digits':
      return text.replaceAll(/\D+/g, '')
    case 'part':
      tools.effort.spend(Math.ceil(text.length / charactersPerStep))
      return partOfText(text, transform)
    case 'phone':
      return phone(transform.country ?? null, text, tools)
    default:
      return value
  }
}

function phone(country: string | null, text: string, { phoneOf }: TransformTools): Decoded | ConversionFault {
  if (text.trim() === '') return null
  return (
    phoneOf(text, country) ?? new ConversionFault('NOT_A_PHONE_NUMBER', 'The value is not a phone number')
  )
}

function number(
  transform: Extract<Transform, { do: 'number' | 'divide' }>,
  value: string | number | boolean,
): Decoded | ConversionFault {
  if (typeof value === 'string' && value.trim() === '') return null
  const decimal = transform.do === 'number' ? transform.decimal : undefined
  const read =
    typeof value === 'number' ? value : typeof value === 'boolean' ? null : parseNumberText(value, decimal)
  if (read === null) return new ConversionFault('NOT_A_NUMBER', 'The value is not a number')
  return transform.do === 'divide' ? read / transform.by : read
}

const yes = new Set(['true', '1', 'yes', 'y', 'on', 'ja', 'oui', 'si', 'sí', 'checked'])
const no = new Set(['false', '0', 'no', 'n', 'off', 'nein', 'non', 'unchecked'])

function truth(value: string | number | boolean): Decoded | ConversionFault {
  if (typeof value === 'boolean') return value
  const text = String(value).trim().toLowerCase()
  if (text === '') return null
  if (yes.has(text)) return true
  return no.has(text) ? false : new ConversionFault('NOT_A_BOOLEAN', 'The value means neither yes nor no')
}

function date(transform: Extract<Transform, { do: 'date' }>, value: Decoded): Decoded | ConversionFault {
  if (isBlank(value)) return null
  const read = parseDateText(value, transform)
  if (read === ambiguous) {
    const message =
      'It is not clear which number is the day and which the month; set the order in the mapping'
    return new ConversionFault('AMBIGUOUS_DATE', message)
  }
  return read ?? new ConversionFault('NOT_A_DATE', 'The value is not a date in the format of the mapping')
}

function chosen(
  { values, otherwise = 'hold' }: Extract<Transform, { do: 'valueMap' }>,
  value: NonNullable<DecodedScalar>,
): Decoded | ConversionFault {
  const key = String(value)
  if (Object.hasOwn(values, key)) return values[key] ?? null
  if (otherwise === 'keep') return value
  return new ConversionFault('UNKNOWN_VALUE', 'The mapping has no entry for this value')
}
