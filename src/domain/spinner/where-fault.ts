import { deepestWhere, momentOfValue, mostComparisons, type Operator, operators } from './where.ts'

/** What is wrong with something that should be a `Where`, and at which place in it. */
export interface WhereFault {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

const longestColumn = 200
const longestValue = 1_000
const forms = 'a comparison {column, operator, value}, or one of {and: […]}, {or: […]} and {not: …}'

/** The first fault; null for a `Where`. */
export function faultOfWhere(value: unknown): WhereFault | null {
  let comparisons = 0
  return faultOf(value, [], 1)

  function faultOf(one: unknown, path: WhereFault['path'], depth: number): WhereFault | null {
    const fault = (code: string, message: string, ...place: string[]) => ({
      path: [...path, ...place],
      code,
      message,
    })
    if (!isObject(one)) return fault('WRONG_TYPE', `must be ${forms}`)
    if (depth > deepestWhere) return fault('TOO_DEEP', `must not lie more than ${deepestWhere} deep`)
    const names = Object.keys(one)
    const [name = ''] = names
    if (name !== 'and' && name !== 'or' && name !== 'not') {
      comparisons += 1
      if (comparisons > mostComparisons)
        return fault('TOO_MANY', `must have at most ${mostComparisons} comparisons`)
      return faultOfComparison(one, fault)
    }
    if (names.length > 1) return fault('WRONG_FORM', `must be ${forms}, and have nothing beside it`)
    if (name === 'not') return faultOf(one[name], [...path, name], depth + 1)
    const parts = one[name]
    if (!Array.isArray(parts)) return fault('WRONG_TYPE', 'must be of type array', name)
    if (parts.length === 0) return fault('TOO_FEW', 'must have at least 1', name)
    if (parts.length > mostComparisons) return fault('TOO_MANY', `must have at most ${mostComparisons}`, name)
    for (const [index, part] of parts.entries()) {
      const found = faultOf(part, [...path, name, index], depth + 1)
      if (found !== null) return found
    }
    return null
  }
}

type AtPlace = (code: string, message: string, ...place: string[]) => WhereFault

function faultOfComparison(one: Readonly<Record<string, unknown>>, fault: AtPlace): WhereFault | null {
  const { column, operator, value, ...others } = one
  const [other] = Object.keys(others)
  if (other !== undefined) return fault('UNKNOWN_FIELD', `is not a field of ${forms}`, other)
  if (column === undefined) return fault('REQUIRED', `must be ${forms}`)
  if (typeof column !== 'string' || column === '') return fault('WRONG_TYPE', 'must name a column', 'column')
  if (column.length > longestColumn)
    return fault('TOO_MANY', `must have at most ${longestColumn} characters`, 'column')
  if (!operators.includes(operator as Operator))
    return fault('NOT_ALLOWED', `must be one of ${operators.join(', ')}`, 'operator')
  return faultOfValue(operator as Operator, value, fault)
}

function faultOfValue(operator: Operator, value: unknown, fault: AtPlace): WhereFault | null {
  if (takesValue(operator) !== (value !== undefined)) return fault('VALUE', valueWords)
  if (value === undefined) return null
  if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value))
    return fault('WRONG_TYPE', 'must be a text, a number, true or false', 'value')
  if (typeof value === 'string' && value.length > longestValue)
    return fault('TOO_MANY', `must have at most ${longestValue} characters`, 'value')
  return isComparable(operator, value as string) ? null : fault('NOT_A_MOMENT', momentWords, 'value')
}

export const valueWords = 'must have a value, unless its operator is exists or missing, which take none'
export const momentWords =
  'must be a day or a time as 2026-12-31 or 2026-12-31T23:59:59Z, or be counted from now, as now, now-7d or now+2h'

export function takesValue(operator: Operator): boolean {
  return operator !== 'exists' && operator !== 'missing'
}

/** A time that is none would be neither before nor after anything. */
export function isComparable(operator: Operator, value: string | number | boolean | undefined): boolean {
  if (operator !== 'before' && operator !== 'after') return true
  return value !== undefined && momentOfValue(value, new Date(0)) !== null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
