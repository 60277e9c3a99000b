export abstract class PhoneNumbers {
  /** A phone number as E.164; null for what is none. The country is that of numbers without a prefix. */
  abstract read(text: string, country: string | null): string | null
}
