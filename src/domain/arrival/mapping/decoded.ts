import type { Effort } from './effort.ts'

/**
 * A decoded body of any format. Whole numbers beyond 2^53 are texts with all their digits. The source chooses
 * the keys, even "__proto__", so read objects with `own`.
 */
export type Decoded = string | number | boolean | null | DecodedList | DecodedObject
export type DecodedList = readonly Decoded[]
export interface DecodedObject {
  readonly [key: string]: Decoded
}

export type DecodedScalar = Exclude<Decoded, DecodedList | DecodedObject>

/**
 * The limits of a decoded body: its bytes, depth, keys, items and values. A body beyond a limit is not read.
 */
export const bodyBounds = {
  bytes: 4 * 1024 * 1024,
  depth: 32,
  /**
   * The highest number of keys that one object of a delivered body may have. A HubSpot contact with all its
   * properties has 15,000 keys in thousands of objects.
   */
  keys: 5_000,
  /**
   * The highest number of items that one list of a delivered body may have; a body with a longer list is not
   * read.
   */
  items: 10_000,
  /**
   * The highest number of values that all lists and objects of a delivered body may have together; a body with
   * more is not read.
   */
  values: 500_000,
} as const

/** The reason why the body of a delivery cannot be decoded: a code and a message. */
export interface BodyFault {
  readonly code:
    | 'EMPTY_BODY'
    | 'BODY_TOO_LARGE'
    | 'BODY_TOO_DEEP'
    | 'TOO_MANY_KEYS'
    | 'TOO_MANY_ITEMS'
    | 'MALFORMED_BODY'
    | 'UNSAFE_XML'
    | 'UNREADABLE_ENCODING'
  readonly message: string
}

export type Decoding =
  | { readonly decoded: Decoded; readonly fault: null }
  | { readonly decoded: null; readonly fault: BodyFault }

export function isList(value: Decoded | undefined): value is DecodedList {
  return Array.isArray(value)
}

export function isObject(value: Decoded | undefined): value is DecodedObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isScalar(value: Decoded | undefined): value is DecodedScalar {
  return value !== undefined && (typeof value !== 'object' || value === null)
}

/** Returns the value under a key of an object, without inherited properties; undefined if there is none. */
export function own(value: Decoded | undefined, key: string): Decoded | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/**
 * Returns whether a value of a body is missing, null, white space, or a list of only such values. A blank
 * value is not stored.
 */
export function isBlank(value: Decoded | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return isList(value) && value.every(isBlank)
}

/** Does what `isBlank` does, and counts the work, which is large for long lists and long texts of white space. */
export function isBlankWithin(value: Decoded | undefined, effort: Effort): boolean {
  if (typeof value === 'string') effort.search(value)
  if (!isList(value)) return isBlank(value)
  effort.spend(1)
  return value.every((item) => {
    effort.spend(1)
    return isBlankWithin(item, effort)
  })
}
