import type { DecodedScalar } from '../mapping/decoded.ts'
import type { DateFormat } from './date-text.ts'

/** The closed list of what can be done to a value on its way into a column. */
export type Transform =
  | { readonly do: 'trim' }
  | { readonly do: 'lower' }
  | { readonly do: 'join'; readonly with?: string }
  | { readonly do: 'split'; readonly by: string }
  | { readonly do: 'first' }
  | { readonly do: 'unescapeHtml' }
  | { readonly do: 'digits' }
  /** E.164. The country is the one of numbers without a prefix, by its two letters. */
  | { readonly do: 'phone'; readonly country?: string }
  /** `decimal` is the character before the fraction. */
  | { readonly do: 'number'; readonly decimal?: '.' | ',' }
  | { readonly do: 'divide'; readonly by: number }
  | { readonly do: 'boolean' }
  /** To ISO 8601 in UTC, or to a day where there is no time. `zone` is that of times which do not say theirs. */
  | { readonly do: 'date'; readonly format?: DateFormat; readonly zone?: string }
  | {
      readonly do: 'valueMap'
      readonly values: Readonly<Record<string, DecodedScalar>>
      readonly otherwise?: 'keep' | 'hold'
    }
  | { readonly do: 'default'; readonly value: DecodedScalar }
