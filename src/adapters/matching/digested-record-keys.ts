import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as LibPhoneNumber from 'libphonenumber-js/max'
import { matchFields, matchText, type PhoneReader } from '../../domain/table/match-text.ts'
import { type KeyReader, PhoneNumbers, RecordKeys } from '../../ports/table/record-keys.ts'

/**
 * The length of a record's key in hexadecimal digits. Among a billion records, two share a key by chance in
 * one of 10^20 tables.
 */
const keyDigits = 32

/** The largest number of characters of a cell that may hold a phone number. Longer texts are not parsed. */
const longestPhone = 100

type Library = typeof LibPhoneNumber

let loaded: Library | null = null

/**
 * Returns the library that reads phone numbers. Loads it at the first phone number, because the numbering plans of
 * all countries take 2 MB and many processes never read one.
 */
function library(): Library {
  loaded ??= createRequire(import.meta.url)('libphonenumber-js/max') as Library
  return loaded
}

export class DigestedRecordKeys extends RecordKeys {
  override readerFor({ columns, defaultCountry }: Parameters<RecordKeys['readerFor']>[0]): KeyReader {
    const fields = matchFields(columns)
    const phoneOf = phoneReader(defaultCountry)
    return (record) => {
      const text = matchText(fields, record, phoneOf)
      return text === null ? null : hash('sha256', text, 'hex').slice(0, keyDigits)
    }
  }

  override knowsCountry(country: string): boolean {
    return library().isSupportedCountry(country)
  }
}

/**
 * `ParsedPhoneNumbers` converts phone numbers to E.164 by the same rules as record keys, so that equal
 * numbers also have equal keys.
 */
export class ParsedPhoneNumbers extends PhoneNumbers {
  override read(text: string, country: string | null): string | null {
    return phoneReader(country)(text.trim())
  }

  override countryOf(text: string): string | null {
    if (text.length > longestPhone) return null
    return library().parsePhoneNumberFromString(text, { extract: false })?.country ?? null
  }
}

/**
 * Returns a reader of phone numbers in E.164. The reader keeps the extension, because people behind one
 * switchboard differ only in it.
 */
function phoneReader(defaultCountry: string | null): PhoneReader {
  const options = {
    extract: false,
    ...(defaultCountry === null ? {} : { defaultCountry: defaultCountry as LibPhoneNumber.CountryCode }),
  }
  return (text) => {
    if (text.length > longestPhone) return null
    const phone = library().parsePhoneNumberFromString(text, options)
    if (phone === undefined || !phone.isPossible()) return null
    return phone.ext === undefined ? phone.number : `${phone.number};ext=${phone.ext}`
  }
}
