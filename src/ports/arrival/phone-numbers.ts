export abstract class PhoneNumbers {
  /**
   * Returns a phone number in E.164 form; null if the text is none. `country` applies to numbers without a
   * prefix.
   */
  abstract read(text: string, country: string | null): string | null
  /**
   * Returns the country of a phone number with a prefix by its two letters, such as "NP"; null if it is
   * unknown.
   */
  abstract countryOf(text: string): string | null
}
