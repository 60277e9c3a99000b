import { DomainError, type ErrorItem } from '../../errors.ts'
import {
  type Comparison,
  comparedColumnsOf,
  leavesOf,
  segmentsNamedBy,
  type Where,
} from '../../spinner/where/where.ts'
import { closestName } from '../../text/closest-name.ts'
import type { Column } from '../data-table.ts'
import { deepestSegment, type Segment } from './segment.ts'

type NamedSegment = Pick<Segment, 'id' | 'name' | 'where'>

/**
 * Throws if the condition of a segment names a column or a segment that the data table does not have, or if the segment
 * would ask for itself.
 */
export function assertSegment(
  segment: NamedSegment,
  columns: readonly Pick<Column, 'name'>[],
  others: readonly NamedSegment[],
): void {
  const errors = [...columnFaults(segment.where, columns), ...segmentFaults(segment, others)]
  const [first] = errors
  if (first === undefined) return
  throw new DomainError('VALIDATION_FAILED', {
    message: `The segment is not valid: ${first.message}`,
    errors,
  })
}

function columnFaults(where: Where, columns: readonly Pick<Column, 'name'>[]): PlacedFault[] {
  const names = columns.map(({ name }) => name)
  return comparedColumnsOf(where)
    .filter(({ column }) => !names.includes(column))
    .map(({ place, column }) => {
      const suggestion = closestName(column, names)
      return {
        pointer: `/where${place}`,
        code: 'UNKNOWN_COLUMN',
        column,
        message: `The data table has no column "${column}"`,
        ...(suggestion === null ? {} : { suggestion }),
      }
    })
}

type PlacedFault = ErrorItem & { readonly message: string }

function segmentFaults(segment: NamedSegment, others: readonly NamedSegment[]): PlacedFault[] {
  const all = new Map([...others, segment].map((each) => [each.id, each] as const))
  return segmentsNamedBy(segment.where).flatMap(({ place, segmentId }): PlacedFault[] => {
    const pointer = `/where${place}`
    if (!all.has(segmentId))
      return [{ pointer, code: 'UNKNOWN_SEGMENT', message: 'The data table has no segment with this id' }]
    const path = deepestPath([segment], segmentId, all)
    const words = path.map(({ name }) => `"${name}"`).join(' → ')
    if (path.at(-1)?.id === segment.id)
      return [{ pointer, code: 'CIRCLE', message: `A segment must not depend on itself: ${words}` }]
    if (path.length > deepestSegment)
      return [
        {
          pointer,
          code: 'TOO_DEEP',
          message: `Segments may ask for at most ${deepestSegment} others in a row: ${words}`,
        },
      ]
    return []
  })
}

/** Returns the longest chain of segments that begins with `path` and `next`. It ends where it returns to its first segment. */
function deepestPath(
  path: readonly NamedSegment[],
  next: string,
  all: ReadonlyMap<string, NamedSegment>,
): readonly NamedSegment[] {
  const segment = all.get(next)
  if (segment === undefined) return path
  const longer = [...path, segment]
  if (segment.id === path[0]?.id || longer.length > deepestSegment + 1) return longer
  const paths = segmentsNamedBy(segment.where).map(({ segmentId }) => deepestPath(longer, segmentId, all))
  const circle = paths.find((each) => each.at(-1)?.id === path[0]?.id)
  return circle ?? paths.toSorted((a, b) => b.length - a.length)[0] ?? longer
}

/**
 * Returns the faults that a stored condition has got since, because the type of a column was changed: such a comparison
 * holds for no record with a value of the new type.
 */
export function faultsOfTypes(where: Where, columns: readonly Column[]): readonly PlacedFault[] {
  return leavesOf(where).flatMap(({ place, leaf }): PlacedFault[] => {
    if (!('operator' in leaf)) return []
    const type = columns.find(({ name }) => name === leaf.column)?.type
    const kind = kindOf(leaf)
    if (type === undefined || kind === null || kind.includes(type)) return []
    return [
      {
        pointer: `/where${place}`,
        code: 'COLUMN_TYPE',
        column: leaf.column,
        message: `The column "${leaf.column}" has the type ${type}, so the comparison "${leaf.operator}" holds for none of its values`,
      },
    ]
  })
}

/** Returns the types of columns whose values a comparison may hold for; null if it may hold for every type. */
function kindOf({ operator }: Comparison): readonly Column['type'][] | null {
  switch (operator) {
    case 'before':
    case 'after':
      return ['text', 'date', 'choice']
    case 'greaterThan':
    case 'lessThan':
      return ['text', 'number', 'choice']
    case 'domainIn':
      return ['text', 'email', 'choice']
    default:
      return null
  }
}
