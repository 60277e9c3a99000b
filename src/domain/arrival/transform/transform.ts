import type { DecodedScalar } from '../mapping/decoded.ts'
import type { DateFormat } from './date-text.ts'
import type { TextPart } from './text-part.ts'

/** The changes that a mapping can make to a value before it is stored in a column. */
export type Transform =
  | { readonly do: 'trim' }
  | { readonly do: 'lower' }
  | { readonly do: 'join'; readonly with?: string }
  | { readonly do: 'split'; readonly by: string }
  | { readonly do: 'first' }
  | { readonly do: 'unescapeHtml' }
  | { readonly do: 'digits' }
  | ({ readonly do: 'part' } & TextPart)
  /**
   * Converts a phone number to E.164. `country` is the two-letter code for numbers without a country prefix.
   */
  | { readonly do: 'phone'; readonly country?: string }
  /** Converts a text to a number. `decimal` is the character before the fraction: a point or a comma. */
  | { readonly do: 'number'; readonly decimal?: '.' | ',' }
  | { readonly do: 'divide'; readonly by: number }
  | { readonly do: 'boolean' }
  /**
   * Converts a time to ISO 8601 in UTC, or to a date if the value has no time. `zone` applies to times
   * without an offset.
   */
  | { readonly do: 'date'; readonly format?: DateFormat; readonly zone?: string }
  | {
      readonly do: 'valueMap'
      readonly values: Readonly<Record<string, DecodedScalar>>
      readonly otherwise?: 'keep' | 'hold'
    }
  | { readonly do: 'default'; readonly value: DecodedScalar }
