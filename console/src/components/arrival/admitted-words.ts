import type { ArrivalsAdmitted } from '../../api/schema.ts'
import { wordsOfCode } from './reason-words.ts'

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/**
 * Returns the result of an admission in words: "212 records can be added to the table; 3 still fail: Not a phone number."
 */
export function wordsOfAdmitted(
  { admitted, held, duplicate, ignored, reasons }: ArrivalsAdmitted,
  tense: 'would' | 'did',
): string {
  const parts = [
    tense === 'would'
      ? `${countOf(admitted, 'record')} can be added to the table`
      : `${countOf(admitted, 'record is', 'records are')} in the table`,
  ]
  if (held > 0) {
    const why = reasons.map(({ code, count }) =>
      reasons.length === 1 ? wordsOfCode(code) : `${wordsOfCode(code)} (${count.toLocaleString('en')})`,
    )
    const still =
      tense === 'would'
        ? countOf(held, 'still fails', 'still fail')
        : countOf(held, 'is still held', 'are still held')
    parts.push(`${still}: ${why.join(', ')}`)
  }
  if (duplicate > 0) parts.push(`${countOf(duplicate, 'was', 'were')} received before`)
  if (ignored > 0) parts.push(`${countOf(ignored, 'is', 'are')} ignored by a mapping`)
  return `${parts.join('; ')}.`
}
