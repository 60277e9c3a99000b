import type { Decoded } from '../../domain/arrival/mapping/decoded.ts'
import type { Bounds } from './bounds.ts'
import { Unreadable } from './unreadable.ts'

/**
 * The number of characters of a JSON text up to which its bounds are not checked before parsing. So short a
 * text cannot hold enough values to be expensive.
 */
const alwaysParsedLength = 64 * 1024

export function readJson(text: string, bounds: Bounds): Decoded {
  if (text.length > alwaysParsedLength) assertWithinBounds(text, bounds)
  const value = parse(text)
  assertWithin(value, bounds, 0)
  return value
}

/**
 * Returns the value of a JSON text; null if the text is not JSON. Throws if the JSON exceeds the bounds,
 * because no other format would fit.
 */
export function jsonIn(text: string, bounds: Bounds): Decoded | null {
  try {
    return readJson(text, bounds)
  } catch (error) {
    if (error instanceof Unreadable && error.fault.code === 'MALFORMED_BODY') return null
    throw error
  }
}

/**
 * Matches the start of a JSON number that may lose digits: a whole number of 16 digits, a fraction of 18 or
 * an exponent.
 */
const suspectNumber = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]{18}|\d[\d.]*[eE])/

interface ReviverContext {
  readonly source?: string
}

function parse(text: string): Decoded {
  try {
    return suspectNumber.test(text)
      ? (JSON.parse(text, exact as (key: string, value: unknown) => unknown) as Decoded)
      : (JSON.parse(text) as Decoded)
  } catch (error) {
    // The error message of `JSON.parse` quotes the body, which may hold personal data. Its caller receives
    // only the position of the fault.
    const [, position] = /position (\d+)/.exec((error as Error).message) ?? []
    const where =
      position === undefined ? '; it may have been cut off' : `; the first fault is at character ${position}`
    throw new Unreadable('MALFORMED_BODY', `The body is not valid JSON${where}`)
  }
}

/**
 * Keeps a JSON number as text if a JavaScript number would change its digits. Otherwise ids of 64 bits would
 * be stored wrongly.
 */
function exact(_key: string, value: unknown, { source }: ReviverContext): unknown {
  if (typeof value !== 'number' || source === undefined) return value
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
  if (!isExact) return source
  const digits = source
    .replace(/[eE].*$/, '')
    .replaceAll(/\D/g, '')
    .replace(/^0+/, '')
  return digits.length > 17 && !Number.isInteger(value) ? source : value
}

function assertWithin(value: Decoded, bounds: Bounds, depth: number): void {
  bounds.value()
  if (typeof value !== 'object' || value === null) return
  bounds.depth(depth + 1)
  if (Array.isArray(value)) {
    bounds.items(value.length)
    for (const item of value) assertWithin(item, bounds, depth + 1)
    return
  }
  const values = Object.values(value)
  bounds.keys(values.length)
  for (const item of values) assertWithin(item, bounds, depth + 1)
}

/**
 * Checks the bounds of a JSON text without building its value: an object of 430,000 keys takes seconds to
 * build, and 4 MiB of brackets take a gigabyte. Text that is not JSON is left to the parser.
 */
function assertWithinBounds(text: string, bounds: Bounds): void {
  const outer: { keys: number; items: number }[] = []
  let here = { keys: 0, items: 1 }
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at)
        break
      case 0x3a: // :
        bounds.keys(++here.keys)
        break
      case 0x2c: // ,
        here.items++
        if (here.keys === 0) bounds.items(here.items)
        break
      case 0x7b: // {
      case 0x5b: // [
        outer.push(here)
        bounds.depth(outer.length)
        here = { keys: 0, items: 1 }
        break
      case 0x7d: // }
      case 0x5d: // ]
        here = outer.pop() ?? here
        break
      default:
    }
  }
}

/**
 * Returns the index of the quote that closes a JSON string: the first one that is not preceded by an odd
 * number of backslashes.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === 0x5c) before--
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
