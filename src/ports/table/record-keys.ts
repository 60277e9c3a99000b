import type { DataRecord } from '../../domain/record-cells.ts'
import type { MatchRule } from '../../domain/table/match.ts'

/**
 * Returns the match key of a record: sixteen bytes in hexadecimal digits; null if a match column has no
 * value.
 */
export type KeyReader = (record: DataRecord) => string | null

/**
 * Computes the match keys of records as digests. Records that match have equal keys, and a key does not
 * reveal the values.
 */
export abstract class RecordKeys {
  abstract readerFor(
    rule: Pick<MatchRule, 'defaultCountry'> & { readonly columns: readonly string[] },
  ): KeyReader
  /** Returns whether the service knows the phone numbers of a country, given by its two-letter code. */
  abstract knowsCountry(country: string): boolean
}

export abstract class PhoneNumbers {
  /**
   * Returns a phone number in E.164 form; null if the text is not a phone number. `country` is the default
   * country of numbers without a prefix.
   */
  abstract read(text: string, country: string | null): string | null
  /**
   * Returns the two-letter code of the country of a phone number with a prefix, such as "NP"; null if it is
   * unknown.
   */
  abstract countryOf(text: string): string | null
}
