import { normalizedEmail } from '../email-address.ts'
import type { ArrivalBody } from './arrival.ts'
import { type Decoded, type Decoding, isList, isObject } from './mapping/decoded.ts'

/**
 * Whether an address, as `normalizedEmail` leaves it, stands anywhere in a body: as a value, within one, or as a key.
 */
function mentions(body: Decoded, address: string): boolean {
  const left: Decoded[] = [body]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') {
      if (holdsAddress(value, address)) return true
    } else if (isList(value)) for (const item of value) left.push(item)
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) left.push(key, item)
  }
  return false
}

/** What no address is written with, or what stands around one in a text. */
const around = /[\s<>"'(),;:[\]{}|\\=&?]/
const longestPart = 254

/** The same for a text, which may be a body that cannot be read as anything. */
function holdsAddress(text: string, address: string): boolean {
  const plain = text.includes('%40') ? text.replaceAll('%40', '@') : text
  for (let at = plain.indexOf('@'); at !== -1; at = plain.indexOf('@', at + 1)) {
    let [from, to] = [at, at + 1]
    while (from > 0 && at - from < longestPart && !around.test(plain[from - 1] ?? '')) from--
    while (to < plain.length && to - at < longestPart && !around.test(plain[to] ?? '')) to++
    if (normalizedEmail(plain.slice(from, to).replace(/\.+$/, '')) === address) return true
  }
  return false
}

/** In its bytes, its headers or its query. */
export function isMentionedIn(
  { bytes, headers, query }: Pick<ArrivalBody, 'bytes' | 'headers' | 'query'>,
  { decoded, fault }: Decoding,
  address: string,
): boolean {
  const beside = [...Object.values(headers), ...Object.values(query)]
  if (beside.some((text) => holdsAddress(text, address))) return true
  return fault === null ? mentions(decoded, address) : holdsAddress(textOf(bytes), address)
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes)
}
