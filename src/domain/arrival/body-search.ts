import type { ArrivalBody } from './arrival.ts'
import { type Decoded, type Decoding, isList, isObject } from './mapping/decoded.ts'

/** Decoding a larger body takes longer than another request may wait; it is searched as it is written. */
const largestDecoded = 1024 * 1024

type Searched = Pick<ArrivalBody, 'bytes' | 'contentEncoding'>

/** Whether a text is in a body: in its bytes as text, or in a key or value of what they encode. Case does not count. */
export function bodyContains(body: Searched, decode: () => Decoding, text: string): boolean {
  const wanted = text.toLowerCase()
  const written = new TextDecoder('utf-8').decode(body.bytes)
  if (written.toLowerCase().includes(wanted)) return true
  if (body.bytes.length > largestDecoded || isPlain(written, body)) return false
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

/** Whether every value stands in the body as it is: JSON without escapes. */
function isPlain(written: string, { contentEncoding }: Searched): boolean {
  return contentEncoding === null && /^\s*[[{]/.test(written) && !written.includes('\\')
}
