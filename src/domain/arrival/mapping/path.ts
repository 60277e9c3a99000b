import { type Decoded, type DecodedScalar, isList, isScalar, own } from './decoded.ts'
import type { Effort } from './effort.ts'

/**
 * One step into a body: a key; the nth of a list; all of a list; the first of a list in which a path leads to a value.
 * Never a dotted text: keys hold dots, spaces and brackets themselves.
 */
type Segment =
  | string
  | { readonly index: number }
  | { readonly all: true }
  | { readonly where: { readonly path: Path; readonly equals: DecodedScalar } }

export type Path = readonly Segment[]

/** What a path leads to; several values only where it goes through all of a list. */
export function valuesAt(path: Path, from: Decoded, effort: Effort): readonly Decoded[] {
  if (isOfKeys(path)) {
    const value = heldAt(path, from, effort)
    return value === undefined ? [] : [value]
  }
  let values: readonly Decoded[] = [from]
  for (const segment of path) {
    const next: Decoded[] = []
    for (const value of values) step(segment, value, next, effort)
    if (next.length === 0) return next
    values = next
  }
  return values
}

/** The same where one value is wanted: a list where the path goes through all of a list. */
export function valueAt(path: Path, from: Decoded, effort: Effort): Decoded | undefined {
  const values = valuesAt(path, from, effort)
  if (isOfKeys(path)) return heldAt(path, from, effort)
  return goesThroughAll(path) ? (values.length === 0 ? undefined : values) : values[0]
}

/** Most paths are: they are followed without a list for each step, in a fifth of the time. */
function isOfKeys(path: Path): path is readonly string[] {
  return path.every((segment) => typeof segment === 'string')
}

function heldAt(keys: readonly string[], from: Decoded, effort: Effort): Decoded | undefined {
  effort.spend(keys.length)
  let value: Decoded | undefined = from
  for (const key of keys) value = own(value, key)
  return value
}

export function goesThroughAll(path: Path): boolean {
  return path.some((segment) => typeof segment === 'object' && 'all' in segment)
}

function step(segment: Segment, value: Decoded, found: Decoded[], effort: Effort): void {
  effort.spend(1)
  if (typeof segment === 'string') {
    const held = own(value, segment)
    if (held !== undefined) found.push(held)
  } else if ('index' in segment) {
    const held = isList(value) ? value[segment.index] : undefined
    if (held !== undefined) found.push(held)
  } else if ('all' in segment) {
    // A list of one is sent without its brackets by those that came by way of XML.
    if (isList(value)) {
      effort.spend(value.length)
      for (const item of value) found.push(item)
    } else if (value !== null) found.push(value)
  } else {
    const { path, equals } = segment.where
    const list = isList(value) ? value : [value]
    const held = list.find((item) => isSame(valueAt(path, item, effort), equals))
    if (held !== undefined) found.push(held)
  }
}

/** As text, because what one sender writes as `true` the next writes as `"true"`. */
export function isSame(value: Decoded | undefined, scalar: DecodedScalar): boolean {
  return isScalar(value) && (value === scalar || (value !== null && String(value) === String(scalar)))
}

/** What remains of a path behind another that it begins with; null where it does not. */
export function behind(root: Path, path: Path): Path | null {
  const begins = root.every((segment, at) => JSON.stringify(segment) === JSON.stringify(path[at]))
  return begins ? path.slice(root.length) : null
}

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u

/** For people to read: `answers[field.ref=email].email`. */
export function pathText(path: Path): string {
  let text = ''
  for (const segment of path) {
    if (typeof segment === 'string') {
      if (plainKey.test(segment)) text += text === '' ? segment : `.${segment}`
      else text += `[${JSON.stringify(segment)}]`
    } else if ('index' in segment) text += `[${segment.index}]`
    else if ('all' in segment) text += '[*]'
    else text += `[${pathText(segment.where.path)}=${String(segment.where.equals)}]`
  }
  return text
}
