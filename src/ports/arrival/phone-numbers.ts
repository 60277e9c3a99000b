export abstract class PhoneNumbers {
  /** A phone number as E.164; null for what is none. The country is that of numbers without a prefix. */
  abstract read(text: string, country: string | null): string | null
  /** Where a number with its prefix is, by two letters, as "NP"; null where that is not known. */
  abstract countryOf(text: string): string | null
}
