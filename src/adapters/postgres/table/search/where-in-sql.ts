import {
  type Comparison,
  compares,
  isComparison,
  momentOfValue,
  never,
  numberInCell,
  valuesOf,
  type Where,
} from '../../../../domain/spinner/where/where.ts'
import type { RecordCondition } from '../../../../ports/table/records.ts'

/** An SQL expression over the cells of a record (`d.data`), with the values of its parameters. */
export interface SqlWhere {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Returns a condition over the cells of a record as SQL. The result is true or false if PostgreSQL certainly
 * agrees with the domain, and null if the domain has to decide. The domain decides on letters beyond ASCII in
 * another case, numbers in powers of ten, times near the compared time, addresses with a compared domain, and
 * questions about the person. `and`, `or` and `not` pass nulls on correctly.
 */
export function whereInSql(
  where: Where,
  { metadataColumns, now }: Pick<RecordCondition, 'metadataColumns' | 'now'>,
  segments: ReadonlyMap<string, Where>,
  firstParameter: number,
): SqlWhere {
  const values: unknown[] = []
  const parameter = (value: unknown, type: string) => {
    values.push(value)
    return `$${firstParameter + values.length - 1}::${type}`
  }
  return { text: expressionOf(where, metadataColumns), values }

  /** Returns the SQL of a condition that sees some columns only; null for all columns. */
  function expressionOf(one: Where, visible: readonly string[] | null): string {
    const inner = (part: Where) => expressionOf(part, visible)
    if ('and' in one) return `(${['true', ...one.and.map(inner)].join(' and ')})`
    if ('or' in one) return `(${['false', ...one.or.map(inner)].join(' or ')})`
    if ('not' in one) return `(not ${inner(one.not)})`
    // A segment sees all columns of its table, in every condition that names it.
    if ('segmentId' in one) return expressionOf(segments.get(one.segmentId) ?? never, null)
    return isComparison(one) ? comparison(one, visible) : 'null::boolean'
  }

  function comparison(one: Comparison, visible: readonly string[] | null): string {
    // Conditions of spinners see only metadata columns; any other column counts as empty.
    if (visible?.includes(one.column) === false) return String(compares(one, null, now))
    return canHold(one, now) ? expressionOfComparison(one) : 'false'
  }

  function expressionOfComparison(compared: Comparison): string {
    const { column, operator, value = '' } = compared
    const cell = `(d.data -> ${parameter(column, 'text')})`
    const present = `coalesce(${cell} not in ('null', '""'), false)`
    switch (operator) {
      case 'exists':
        return present
      case 'missing':
        return `(not ${present})`
      case 'equals':
        return `(${present} and cell_text(${cell}) = ${parameter(String(value), 'text')})`
      case 'notEquals':
        return `(not ${present} or cell_text(${cell}) <> ${parameter(String(value), 'text')})`
      case 'contains':
        return `(${present} and cell_contains(${cell}, ${parameter(String(value), 'text')}))`
      case 'greaterThan':
      case 'lessThan': {
        const sign = operator === 'greaterThan' ? '>' : '<'
        return `coalesce(cell_number(${cell}) ${sign} ${parameter(numberInCell(value), 'float8')}, false)`
      }
      case 'before':
      case 'after': {
        const moment = momentOfValue(value, now) ?? 0
        return `(${present} and cell_is_${operator}(${cell}, ${parameter(dayOf(moment, -2), 'text')}, ${parameter(dayOf(moment, 2), 'text')}))`
      }
      case 'in':
        return `(${present} and cell_text(${cell}) = any(${parameter([...valuesOf(compared)], 'text[]')}))`
      case 'domainIn':
        // Certain only for texts without "@", and for domains that have no other spelling and are not in the list.
        return `(case when ${cell} is null or jsonb_typeof(${cell}) <> 'string' or position('@' in cell_text(${cell})) = 0 then false
                      when cell_text(${cell}) ~ '^[^@]+@[a-z0-9]+([.][a-z0-9]+)+$'
                           and split_part(cell_text(${cell}), '@', 2) <> all(${parameter([...valuesOf(compared)], 'text[]')}) then false
                 end)`
    }
  }
}

/**
 * Returns false if no cell can make the comparison true. A compared value that is no number, or no time, is
 * neither above nor below any cell.
 */
function canHold({ operator, value = '' }: Comparison, now: Date): boolean {
  if (operator === 'greaterThan' || operator === 'lessThan') return numberInCell(value) !== null
  return (operator !== 'before' && operator !== 'after') || momentOfValue(value, now) !== null
}

const dayMs = 86_400_000

/**
 * Returns the UTC day that lies the given number of days after a moment. Years are limited to four digits, as
 * those of cells are.
 */
function dayOf(moment: number, days: number): string {
  const day = new Date(moment + days * dayMs)
  const year = day.getUTCFullYear()
  if (year < 1000) return '1000-01-01'
  return year > 9999 ? '9999-12-31' : day.toISOString().slice(0, 10)
}
