import type { ArrivalBody } from './arrival.ts'
import { type Decoded, type Decoding, isList, isObject } from './mapping/decoded.ts'

/**
 * The size in bytes up to which a body is decoded for a search. Decoding a larger body would delay other
 * requests, so only its bytes are searched.
 */
const maxDecodedBytes = 1024 * 1024

type Searched = Pick<ArrivalBody, 'bytes' | 'contentEncoding'>

/** Returns whether a body contains a text in its bytes or in a decoded key or value, ignoring case. */
export function bodyContains(body: Searched, decode: () => Decoding, text: string): boolean {
  const wanted = text.toLowerCase()
  const written = new TextDecoder('utf-8').decode(body.bytes)
  if (written.toLowerCase().includes(wanted)) return true
  if (body.bytes.length > maxDecodedBytes || isPlain(written, body)) return false
  const { decoded, fault } = decode()
  if (fault !== null) return false
  const left: Decoded[] = [decoded]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isList(value)) for (const item of value) left.push(item)
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) left.push(key, item)
    else if (String(value).toLowerCase().includes(wanted)) return true
  }
  return false
}

/**
 * Returns whether all values of a body occur in its bytes without encoding, as in JSON without escapes. Then
 * a search need not decode the body.
 */
function isPlain(written: string, { contentEncoding }: Searched): boolean {
  return contentEncoding === null && /^\s*[[{]/.test(written) && !written.includes('\\')
}
