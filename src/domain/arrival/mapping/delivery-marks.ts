import type { SignedIdHeader } from '../../table/signature.ts'
import { type Decoded, own } from './decoded.ts'

/** The headers of a delivery: values by lower-case header names. */
export type HeaderValues = Readonly<Record<string, string>>

/**
 * The id by which a source names a delivery. An id in the body is a guess, because it may be the id of a
 * webinar or of a person. A mapping, a header and an Idempotency-Key name the delivery on purpose.
 */
export interface DeliveryId {
  readonly text: string
  readonly from: 'idempotencyKey' | 'header' | 'mapping' | 'body'
}

const keyHeader = 'idempotency-key'
const idHeaders = ['webhook-id', 'svix-id', 'x-shopify-webhook-id'] as const
const markHeaders = [keyHeader, ...idHeaders] as const
const idPaths = [['event_id'], ['eventId'], ['messageId']]
const timePaths = [['occurredAt'], ['update_time'], ['updated_at'], ['meta', 'timestamp']]
const maxMarkLength = 255

/**
 * Returns the delivery id in the headers of a request. A signed header takes precedence, because an attacker
 * who repeats a request can change the other headers.
 */
export function deliveryIdInHeaders(
  headers: HeaderValues,
  signed: SignedIdHeader | null = null,
): DeliveryId | null {
  if (signed !== null) {
    const text = headerMark(headers, signed)
    if (text !== null) return { text, from: 'header' }
  }
  const key = headerMark(headers, keyHeader)
  if (key !== null) return { text: key, from: 'idempotencyKey' }
  for (const name of idHeaders) {
    const text = headerMark(headers, name)
    if (text !== null) return { text, from: 'header' }
  }
  return null
}

/**
 * Returns the headers of a request that may contain a delivery id, with their values by name; null if there are
 * none. Looks for only four names, because every request with records in the form `{"records": […]}` calls this
 * function.
 */
export function idHeadersIn(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): HeaderValues | null {
  let found: Record<string, string> | null = null
  for (const name of markHeaders) {
    const value = headers[name]
    if (value === undefined) continue
    found ??= {}
    found[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return found
}

/**
 * Returns the id of a delivery, from the places where known sources write it, if its mapping has no path to
 * the id. `Id` counts only beside `sObject`, and `meta.id` only if it is no whole number; otherwise they identify
 * a person.
 */
export function builtInDeliveryId(
  record: Decoded,
  body: Decoded,
  headers: HeaderValues,
  signed: SignedIdHeader | null = null,
): DeliveryId | null {
  const inHeaders = deliveryIdInHeaders(headers, signed)
  if (inHeaders !== null) return inHeaders
  for (const holder of record === body ? [body] : [record, body]) {
    const text = firstMark(holder, idPaths) ?? idIn(holder)
    if (text !== null) return { text, from: 'body' }
  }
  return null
}

function idIn(holder: Decoded): string | null {
  const inMeta = markOf(own(own(holder, 'meta'), 'id'))
  if (inMeta !== null && !/^[+-]?\d+$/.test(inMeta)) return inMeta
  if (own(holder, 'sObject') !== undefined) {
    const notification = markOf(own(holder, 'Id'))
    if (notification !== null) return notification
  }
  const id = markOf(own(holder, 'id'))
  return id?.startsWith('evt_') ? id : null
}

function headerMark(headers: HeaderValues, name: string): string | null {
  return Object.hasOwn(headers, name) ? markOf(headers[name]) : null
}

export function builtInVersionTime(record: Decoded, body: Decoded): string | null {
  return firstMark(record, timePaths) ?? (record === body ? null : firstMark(body, timePaths))
}

function firstMark(holder: Decoded, paths: readonly (readonly string[])[]): string | null {
  for (const path of paths) {
    const found = markOf(path.reduce<Decoded | undefined>(own, holder))
    if (found !== null) return found
  }
  return null
}

export function markOf(value: Decoded | undefined): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > maxMarkLength || text.includes('\0') || !text.isWellFormed()
    ? null
    : text
}
