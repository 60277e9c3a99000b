import type { ArrivalsAdmitted } from '../../api/schema.ts'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { wordsOfCode } from './reason-words.ts'

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
        ? t('1 record can be added to the table')
        : t('{admitted, number} records can be added to the table', { admitted })
      : admitted === 1
        ? t('1 record is in the table')
        : t('{admitted, number} records are in the table', { admitted }),
  ]
  if (held > 0) {
    const why = reasons.map(({ code, count }) =>
      reasons.length === 1 ? wordsOfCode(code) : `${wordsOfCode(code)} (${count.toLocaleString(language)})`,
    )
    const still =
      tense === 'would'
        ? t('{held, plural, one {# record still does not fit} other {# records still do not fit}}', { held })
        : t('{held, plural, one {# record is still held} other {# records are still held}}', { held })
    parts.push(`${still}: ${why.join(', ')}`)
  }
  if (duplicate > 0)
    parts.push(
      t('{duplicate, plural, one {# record was} other {# records were}} received before', { duplicate }),
    )
  if (ignored > 0)
    parts.push(
      ignored === 1
        ? t('1 record is ignored by a mapping')
        : t('{ignored, number} records are ignored by a mapping', { ignored }),
    )
  return `${parts.join('; ')}.`
}
