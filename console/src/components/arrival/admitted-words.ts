import type { ArrivalsAdmitted } from '../../api/schema.ts'
import { wordsOfCode } from './reason-words.ts'

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/**
 * Returns what admitting held arrivals did or would do, in words: "212 records can be added to the table; 3
 * records still do not fit: The value is not a phone number."
 */
export function wordsOfAdmitted(
  { admitted, held, duplicate, ignored, reasons }: ArrivalsAdmitted,
  tense: 'would' | 'did',
): string {
  const parts = [
    tense === 'would'
      ? admitted === 1
        ? '1 record can be added to the table'
        : `${admitted.toLocaleString('en')} records can be added to the table`
      : admitted === 1
        ? '1 record is in the table'
        : `${admitted.toLocaleString('en')} records are in the table`,
  ]
  if (held > 0) {
    const why = reasons.map(({ code, count }) =>
      reasons.length === 1 ? wordsOfCode(code) : `${wordsOfCode(code)} (${count.toLocaleString('en')})`,
    )
    const still =
      tense === 'would'
        ? countOf(held, 'record still does not fit', 'records still do not fit')
        : countOf(held, 'record is still held', 'records are still held')
    parts.push(`${still}: ${why.join(', ')}`)
  }
  if (duplicate > 0) parts.push(`${countOf(duplicate, 'record was', 'records were')} received before`)
  if (ignored > 0)
    parts.push(
      ignored === 1
        ? '1 record is ignored by a mapping'
        : `${ignored.toLocaleString('en')} records are ignored by a mapping`,
    )
  return `${parts.join('; ')}.`
}
