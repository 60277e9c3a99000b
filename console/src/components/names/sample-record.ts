import type { Cells, Column } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/**
 * Sample values of test records, by patterns for column names. The people are invented, and the addresses are
 * reserved for examples.
 */
const samples: readonly (readonly [RegExp, Cells[string]])[] = [
  [/e-?mail/, 'ada@example.com'],
  [/phone|mobile|tel/, '+44 20 7946 0958'],
  [/first.?name|given/, t('Ada')],
  [/last.?name|surname|family/, t('Lovelace')],
  [/company|organi[sz]ation|account.?name|employer/, t('Analytical Engines Ltd')],
  [/(^|[_\s-])id$|account|customer.?(no|number)|reference/, 'A-1001'],
  [/name|contact/, t('Ada Lovelace')],
  [/country/, t('United Kingdom')],
  [/city|town/, t('London')],
  [/zip|post/, 'W1J 7NT'],
  [/street|address/, '12 St James’s Square'],
  [/url|website|link/, 'https://example.com'],
  [/birth/, '1990-12-10'],
  [/date|created|updated|(^|[_\s-])at$/, '2026-01-31'],
  [/amount|price|revenue|value|total/, 250],
  [/count|quantity|number|score|age/, 3],
  [/active|opt.?in|consent|subscribed|^is[_\s-]/, true],
  [/language|locale/, 'en'],
  [/status|stage/, 'new'],
  [/note|comment|message/, t('A test record from the console')],
]

/** Returns a sample record that fits the table's columns. */
export function sampleRecord(columns: readonly Column[]): Cells {
  return Object.fromEntries(columns.map(({ name }) => [name, sampleOf(name)]))
}

function sampleOf(column: string): Cells[string] {
  const name = column.toLowerCase()
  return samples.find(([pattern]) => pattern.test(name))?.[1] ?? 'test'
}
