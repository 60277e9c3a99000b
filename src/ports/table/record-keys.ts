import type { DataRecord } from '../../domain/table/cell.ts'
import type { MatchRule } from '../../domain/table/match.ts'

/** Sixteen bytes, in hexadecimal digits; null for a record that lacks a value in a match column. */
export type KeyReader = (record: DataRecord) => string | null

/** What identifies records, as digests: equal for those that match, and telling nobody what they were made of. */
export abstract class RecordKeys {
  abstract readerFor(
    rule: Pick<MatchRule, 'defaultCountry'> & { readonly columns: readonly string[] },
  ): KeyReader
  /** Whether phone numbers of a country, by its two letters, can be read. */
  abstract knowsCountry(country: string): boolean
}
