/**
 * The one form that every body has once it is read, whatever it was written in. Whole numbers beyond 2^53 are text,
 * with all their digits. Keys are the sender's to choose, "__proto__" among them: read objects with `own`.
 */
export type Decoded = string | number | boolean | null | DecodedList | DecodedObject
export type DecodedList = readonly Decoded[]
export interface DecodedObject {
  readonly [key: string]: Decoded
}

export type DecodedScalar = Exclude<Decoded, DecodedList | DecodedObject>

/** What a body may hold; all of it is bounded by its bytes besides. */
export const bodyBounds = {
  bytes: 4 * 1024 * 1024,
  depth: 32,
  /** Of one object. A contact of HubSpot with all its properties has 15,000 in thousands of objects. */
  keys: 5_000,
  /** Of one list. */
  items: 10_000,
  /** Of all lists and objects together. */
  values: 500_000,
} as const

/** Why a body cannot be read. */
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

/** What an object itself holds under a key, and nothing that every object has. */
export function own(value: Decoded | undefined, key: string): Decoded | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Missing, null, nothing but white space, or nothing but such: there is nothing to store. */
export function isBlank(value: Decoded | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return isList(value) && value.every(isBlank)
}
