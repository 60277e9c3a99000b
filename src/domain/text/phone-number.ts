import { createRequire } from 'node:module'
import type * as LibPhoneNumber from 'libphonenumber-js/max'

/**
 * A function that returns a phone number in the one form for all its spellings; null if the text is no phone
 * number.
 */
export type PhoneReader = (text: string) => string | null

/** The largest number of characters of a cell that may hold a phone number. Longer texts are not parsed. */
const maxPhoneLength = 100

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

/** Returns whether the service knows the phone numbers of a country, given by its two-letter code. */
export function knowsCountry(country: string): boolean {
  return library().isSupportedCountry(country)
}

/**
 * Returns a phone number in E.164 form, by the same rules as record keys, so that equal numbers also have equal keys;
 * null if the text is not a phone number. `country` is the default country of numbers without a prefix.
 */
export function readPhone(text: string, country: string | null): string | null {
  return phoneReader(country)(text.trim())
}

/**
 * Returns the two-letter code of the country of a phone number with a prefix, such as "NP"; null if it is
 * unknown.
 */
export function countryOfPhone(text: string): string | null {
  if (text.length > maxPhoneLength) return null
  return library().parsePhoneNumberFromString(text, { extract: false })?.country ?? null
}

/**
 * Returns a reader of phone numbers in E.164. The reader keeps the extension, because people behind one
 * switchboard differ only in it.
 */
export function phoneReader(defaultCountry: string | null): PhoneReader {
  const options = {
    extract: false,
    ...(defaultCountry === null ? {} : { defaultCountry: defaultCountry as LibPhoneNumber.CountryCode }),
  }
  return (text) => {
    if (text.length > maxPhoneLength) return null
    const phone = library().parsePhoneNumberFromString(text, options)
    if (phone === undefined || !phone.isPossible()) return null
    return phone.ext === undefined ? phone.number : `${phone.number};ext=${phone.ext}`
  }
}
