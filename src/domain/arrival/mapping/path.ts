import { type Decoded, type DecodedScalar, isList, isObject, isScalar, own } from './decoded.ts'
import type { Effort } from './effort.ts'

/**
 * One step of a path into a body: a key, one or all items of a list, or the first item with a given value.
 * Paths are not dotted texts, because keys may contain dots, spaces and brackets.
 */
type Segment =
  | string
  | { readonly index: number }
  | { readonly all: true }
  | { readonly where: ItemCondition }

export type Path = readonly Segment[]

/**
 * The condition on an item of a list: its value at `path` equals a value, or the value at another path (`sameAs`),
 * which begins where the path with this condition begins.
 */
export type ItemCondition =
  | { readonly path: Path; readonly equals: DecodedScalar }
  | { readonly path: Path; readonly sameAs: Path }

/**
 * Returns the values of a body at a path. There are several only if the path passes through all items of a
 * list.
 */
export function valuesAt(path: Path, from: Decoded, effort: Effort): readonly Decoded[] {
  if (isOfKeys(path)) {
    const value = heldAt(path, from, effort)
    return value === undefined ? [] : [value]
  }
  let values: readonly Decoded[] = [from]
  for (const segment of path) {
    const next: Decoded[] = []
    for (const value of values) step(segment, value, next, { from, effort })
    if (next.length === 0) return next
    values = next
  }
  return values
}

/**
 * Returns the value of a body at a path; undefined if there is none. A path through all items of a list gives
 * a list.
 */
export function valueAt(path: Path, from: Decoded, effort: Effort): Decoded | undefined {
  if (isOfKeys(path)) return heldAt(path, from, effort)
  const values = valuesAt(path, from, effort)
  return takesAllItems(path) ? (values.length === 0 ? undefined : values) : values[0]
}

/**
 * Returns whether a path consists only of keys. Following such a path needs no lists and takes a fifth of the
 * time.
 */
function isOfKeys(path: Path): path is readonly string[] {
  return path.every((segment) => typeof segment === 'string')
}

function heldAt(keys: readonly string[], from: Decoded, effort: Effort): Decoded | undefined {
  effort.spend(keys.length)
  let value: Decoded | undefined = from
  for (const key of keys) value = own(value, key)
  return value
}

export function takesAllItems(path: Path): boolean {
  return path.some((segment) => typeof segment === 'object' && 'all' in segment)
}

function step(
  segment: Segment,
  value: Decoded,
  found: Decoded[],
  { from, effort }: { readonly from: Decoded; readonly effort: Effort },
): void {
  effort.spend(1)
  if (typeof segment === 'string') {
    const held = own(value, segment)
    if (held !== undefined) found.push(held)
  } else if ('index' in segment) {
    const held = isList(value) ? value[segment.index] : undefined
    if (held !== undefined) found.push(held)
  } else if ('all' in segment) {
    // A path through all items of a list also accepts a single value and treats it as a list of one item.
    // Sources that convert XML send single items without a list.
    if (isList(value)) {
      effort.spend(value.length)
      for (const item of value) found.push(item)
    } else if (value !== null) found.push(value)
  } else {
    const { where } = segment
    if (isObject(value)) effort.spend(Object.keys(value).length)
    const list = isList(value) ? value : (numberedItems(value) ?? [value])
    const wanted = 'equals' in where ? where.equals : valueAt(where.sameAs, from, effort)
    if (!isScalar(wanted) || (wanted === null && 'sameAs' in where)) return
    const held = list.find((item) => isSame(valueAt(where.path, item, effort), wanted))
    if (held !== undefined) found.push(held)
  }
}

/**
 * Returns the objects under the keys of an object whose keys are all numbers, such as `fields[0][code]` and
 * `fields[1][code]` of a form; null for another value.
 */
export function numberedItems(value: Decoded): readonly Decoded[] | null {
  if (!isObject(value)) return null
  const entries = Object.entries(value)
  const areNumbered =
    entries.length > 0 && entries.every(([key, item]) => /^\d{1,6}$/.test(key) && isObject(item))
  return areNumbered ? entries.map(([, item]) => item) : null
}

/** Returns whether two values are equal as texts, because some sources write `true` and others `"true"`. */
export function isSame(value: Decoded | undefined, scalar: DecodedScalar): boolean {
  return isScalar(value) && (value === scalar || (value !== null && String(value) === String(scalar)))
}

/**
 * Returns the part of a path that follows a mapping's root (the path to the records); null if the path does not
 * begin with the root.
 */
export function pathBelow(root: Path, path: Path): Path | null {
  const begins = root.every((segment, at) => isSameSegment(segment, path[at]))
  return begins ? path.slice(root.length) : null
}

function isSameSegment(segment: Segment, other: Segment | undefined): boolean {
  if (typeof segment === 'string' || typeof other === 'string' || other === undefined)
    return segment === other
  if ('all' in segment) return 'all' in other
  if ('index' in segment) return 'index' in other && segment.index === other.index
  return 'where' in other && isSameCondition(segment.where, other.where)
}

function isSameCondition(condition: ItemCondition, other: ItemCondition): boolean {
  if (!isSamePath(condition.path, other.path)) return false
  if ('equals' in condition) return 'equals' in other && condition.equals === other.equals
  return 'sameAs' in other && isSamePath(condition.sameAs, other.sameAs)
}

/** Returns whether two paths have the same segments. */
export function isSamePath(path: Path, other: Path): boolean {
  return path.length === other.length && pathBelow(path, other) !== null
}

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u

/** Returns a path as text for people: `answers[field.ref=email].email`. */
export function pathText(path: Path): string {
  let text = ''
  for (const segment of path) {
    if (typeof segment === 'string') {
      if (plainKey.test(segment)) text += text === '' ? segment : `.${segment}`
      else text += `[${JSON.stringify(segment)}]`
    } else if ('index' in segment) text += `[${segment.index}]`
    else if ('all' in segment) text += '[*]'
    else text += `[${pathText(segment.where.path)}=${conditionText(segment.where)}]`
  }
  return text
}

function conditionText(where: ItemCondition): string {
  return 'equals' in where ? String(where.equals) : `{${pathText(where.sameAs)}}`
}
