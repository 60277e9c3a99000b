import { type Decoded, own } from './decoded.ts'

/** Header names are in lower case. */
export type HeaderValues = Readonly<Record<string, string>>

const idHeaders = ['idempotency-key', 'webhook-id', 'svix-id', 'x-shopify-webhook-id']
const idPaths = [['event_id'], ['eventId'], ['messageId'], ['meta', 'id']]
const timePaths = [['occurredAt'], ['update_time'], ['updated_at'], ['meta', 'timestamp']]
const longestMark = 255

/**
 * By what a delivery is known again where its mapping does not say: what senders are known to send. Of a list each
 * item has its own; `Id` counts beside an `sObject` only, because everywhere else it is the lead's.
 */
export function builtInDeliveryId(record: Decoded, body: Decoded, headers: HeaderValues): string | null {
  for (const name of idHeaders) {
    const value = Object.hasOwn(headers, name) ? markOf(headers[name]) : null
    if (value !== null) return value
  }
  for (const holder of record === body ? [body] : [record, body]) {
    const found = firstMark(holder, idPaths)
    if (found !== null) return found
    if (own(holder, 'sObject') !== undefined) {
      const notification = markOf(own(holder, 'Id'))
      if (notification !== null) return notification
    }
    const id = markOf(own(holder, 'id'))
    if (id?.startsWith('evt_')) return id
  }
  return null
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
  return text === '' || text.length > longestMark || text.includes('\0') || !text.isWellFormed() ? null : text
}
