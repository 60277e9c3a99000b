import { type Decoded, isBlank, isList } from '../mapping/decoded.ts'
import { ambiguous, type DateFormat, parseDateText } from '../transform/date-text.ts'
import type { Transform } from '../transform/transform.ts'
import { conceptOf, wordsOfName } from './names.ts'
import { kindOfAll } from './value-kind.ts'

/**
 * Returns the transforms of a guessed mapping that make the values of a place fit a column, such as trimming or
 * reading dates. Each transform suits all values.
 */
export function fittingTransforms(
  column: string,
  values: readonly (Decoded | undefined)[],
): readonly Transform[] {
  const said = values
    .flatMap((value) => (isList(value) ? value : [value ?? null]))
    .filter((value) => !isBlank(value))
  const texts = said.filter((value) => typeof value === 'string')
  const transforms: Transform[] = []
  if (texts.some((text) => text !== text.trim())) transforms.push({ do: 'trim' })
  if (texts.some((text) => /&(?:amp|lt|gt|quot|#0?39|#x27);/i.test(text)))
    transforms.push({ do: 'unescapeHtml' })
  const date = isDated(column) && kindOfAll(said) === 'date' ? dateTransform(said) : null
  return date === null ? transforms : [...transforms, date]
}

const dated = new Set([
  'date',
  'time',
  'datetime',
  'timestamp',
  'at',
  'on',
  'day',
  'datum',
  'fecha',
  'birthday',
])

/** Returns whether the name of a column says that it holds dates or times. */
export function isDated(column: string): boolean {
  const words = wordsOfName(column)
  const concept = conceptOf(words)
  if (concept === 'createdAt' || concept === 'birthday') return true
  return words.some((word) => dated.has(word) || /(?:date|datum)$/.test(word))
}

const orders: readonly DateFormat[] = ['epochMs', 'epoch', 'dayFirst', 'monthFirst']

/**
 * Returns the transform with which a guessed mapping reads the dates of a place; null if all are ISO 8601
 * already. It has no format if the values do not show whether day or month comes first.
 */
function dateTransform(values: readonly Decoded[]): Transform | null {
  if (
    values.every(
      (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:$|T.*(?:Z|[+-]\d\d:\d\d)$)/.test(value),
    )
  )
    return null
  const readable = values.filter((value) => parseDateText(value, {}) !== null)
  const isReported = readable.every((value) => parseDateText(value, {}) !== ambiguous)
  if (isReported) return { do: 'date' }
  const fittingFormats = orders.filter((format) =>
    readable.every((value) => parseDateText(value, { format }) !== null),
  )
  const [format] = fittingFormats
  return format !== undefined && fittingFormats.length === 1 ? { do: 'date', format } : { do: 'date' }
}
