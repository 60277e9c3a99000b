import { deepestWhere, maxComparisons, momentOfValue, type Operator, operators } from './where.ts'

/** A fault in a condition (`Where`) that a client sent, with its path in the condition. */
export interface WhereFault {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
  /**
   * Whether the condition is only incomplete. A draft may contain an incomplete condition, but cannot be
   * published with it.
   */
  readonly isUnfinished: boolean
}

const maxColumnLength = 200
const maxValueLength = 1_000
const forms = 'a comparison {column, operator, value}, or one of {and: […]}, {or: […]} and {not: …}'

/** Returns the first fault of a condition; null if the condition is valid. */
export function faultOfWhere(value: unknown): WhereFault | null {
  for (const fault of faultsOfWhere(value)) return fault
  return null
}

/** Returns the first fault that a condition may not have even in a draft; null if there is none. */
export function faultOfWhereInDraft(value: unknown): WhereFault | null {
  for (const fault of faultsOfWhere(value)) if (!fault.isUnfinished) return fault
  return null
}

/**
 * Yields the faults of a condition one by one. The author of the condition decides how many there are, and
 * callers may stop early.
 */
export function* faultsOfWhere(value: unknown): Iterable<WhereFault> {
  let comparisons = 0
  yield* faultsOf(value, [], 1)

  function* faultsOf(one: unknown, path: WhereFault['path'], depth: number): Iterable<WhereFault> {
    const fault: AtPlace = (code, message, ...place) => ({
      path: [...path, ...place],
      code,
      message,
      isUnfinished: unfinished.has(code),
    })
    if (!isObject(one)) return yield fault('WRONG_TYPE', `must be ${forms}`)
    if (depth > deepestWhere)
      return yield fault('TOO_DEEP', `must not be nested more than ${deepestWhere} levels deep`)
    const names = Object.keys(one)
    const [name = ''] = names
    const parts = one[name]
    const isGroup = name === 'and' || name === 'or'
    if (!(isGroup && isFilled(parts)) && name !== 'not') {
      comparisons += 1
      if (comparisons > maxComparisons)
        return yield fault('TOO_MANY', `must have at most ${maxComparisons} comparisons`)
    }
    if (!isGroup && name !== 'not') return yield* faultsOfComparison(one, fault)
    if (names.length > 1) return yield fault('WRONG_FORM', `must be ${forms}, without other fields`)
    if (name === 'not') return yield* faultsOf(parts, [...path, name], depth + 1)
    if (!Array.isArray(parts)) return yield fault('WRONG_TYPE', 'must be of type array', name)
    if (parts.length === 0) return yield fault('TOO_FEW', 'must have at least 1 entry', name)
    if (parts.length > maxComparisons)
      return yield fault('TOO_MANY', `must have at most ${maxComparisons} entries`, name)
    for (const [index, part] of parts.entries()) yield* faultsOf(part, [...path, name, index], depth + 1)
  }
}

const unfinished: ReadonlySet<string> = new Set(['EMPTY', 'TOO_FEW', 'VALUE', 'NOT_A_MOMENT'])

type AtPlace = (code: string, message: string, ...place: string[]) => WhereFault

function* faultsOfComparison(one: Readonly<Record<string, unknown>>, fault: AtPlace): Iterable<WhereFault> {
  const { column, operator, value, ...others } = one
  const [other] = Object.keys(others)
  if (other !== undefined) yield fault('UNKNOWN_FIELD', `is not a field of ${forms}`, other)
  if (column === undefined) yield fault('REQUIRED', `must be ${forms}`)
  else if (typeof column !== 'string') yield fault('WRONG_TYPE', 'must name a column', 'column')
  else if (column === '') yield fault('EMPTY', 'must name a column', 'column')
  else if (column.length > maxColumnLength)
    yield fault('TOO_MANY', `must have at most ${maxColumnLength} characters`, 'column')
  if (!operators.includes(operator as Operator))
    yield fault('NOT_ALLOWED', `must be one of ${operators.join(', ')}`, 'operator')
  else yield* faultsOfValue(operator as Operator, value, fault)
}

function* faultsOfValue(operator: Operator, value: unknown, fault: AtPlace): Iterable<WhereFault> {
  if (takesValue(operator) !== (value !== undefined)) yield fault('VALUE', valueWords)
  if (value === undefined) return
  if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value))
    yield fault('WRONG_TYPE', 'must be a text, a number, true or false', 'value')
  else if (typeof value === 'string' && value.length > maxValueLength)
    yield fault('TOO_MANY', `must have at most ${maxValueLength} characters`, 'value')
  else if (!isComparable(operator, value as string)) yield fault('NOT_A_MOMENT', momentWords, 'value')
}

export const valueWords = 'must have a value; only the operators exists and missing take no value'
export const momentWords =
  'must be a day or a time such as 2026-12-31 or 2026-12-31T23:59:59Z, or relative to now, such as now, now-7d or now+2h'

export function takesValue(operator: Operator): boolean {
  return operator !== 'exists' && operator !== 'missing'
}

/**
 * Returns whether the value of a comparison suits its operator. `before` and `after` need a time; otherwise
 * the comparison would never hold.
 */
export function isComparable(operator: Operator, value: string | number | boolean | undefined): boolean {
  if (operator !== 'before' && operator !== 'after') return true
  return value !== undefined && momentOfValue(value, new Date(0)) !== null
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
