import { DomainError, type ErrorItem } from '../../errors.ts'
import {
  type Comparison,
  comparedColumnsOf,
  leavesOf,
  segmentsNamedBy,
  type Where,
} from '../../spinner/where/where.ts'
import { closestName } from '../../text/closest-name.ts'
import { sentence } from '../../text/sentence.ts'
import type { Column } from '../data-table.ts'
import { deepestSegment, maxSegmentParts, type Segment } from './segment.ts'

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
    message: sentence('The segment is not valid: {fault}', { fault: first.message }),
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
        message: sentence('The data table has no column "{column}"', { column }),
        ...(suggestion === null ? {} : { suggestion }),
      }
    })
}

type PlacedFault = ErrorItem & { readonly message: string }

function segmentFaults(segment: NamedSegment, others: readonly NamedSegment[]): PlacedFault[] {
  const all = new Map([...others, segment].map((each) => [each.id, nodeOf(each)] as const))
  const faults = segmentsNamedBy(segment.where).flatMap(({ place, segmentId }): PlacedFault[] => {
    const pointer = `/where${place}`
    if (!all.has(segmentId))
      return [
        { pointer, code: 'UNKNOWN_SEGMENT', message: sentence('The data table has no segment with this id') },
      ]
    const path = pathBetween(segmentId, segment.id, all)
    if (path === null) return []
    const segments = wordsOfPath([segment, ...path])
    const message = sentence('A segment must not depend on itself: {segments}', { segments })
    return [{ pointer, code: 'CIRCLE', message }]
  })
  return faults.length > 0 ? faults : limitFaults(segment.id, all)
}

/** A segment with the ids of the segments for which its condition asks, and the number of its other parts. */
interface Node {
  readonly segment: NamedSegment
  readonly asksFor: readonly string[]
  readonly otherParts: number
}

type Nodes = ReadonlyMap<string, Node>

function nodeOf(segment: NamedSegment): Node {
  const asksFor = segmentsNamedBy(segment.where).map(({ segmentId }) => segmentId)
  return { segment, asksFor, otherParts: leavesOf(segment.where).length - asksFor.length }
}

/** Returns a chain of segments from one to another, each of which asks for the next; null if there is none. */
function pathBetween(
  from: string,
  to: string,
  all: Nodes,
  visited = new Set<string>(),
): readonly NamedSegment[] | null {
  const node = all.get(from)
  if (node === undefined || visited.has(from)) return null
  visited.add(from)
  if (from === to) return [node.segment]
  for (const next of node.asksFor) {
    const path = pathBetween(next, to, all, visited)
    if (path !== null) return [node.segment, ...path]
  }
  return null
}

/**
 * Returns the faults of a segment, and of the segments that depend on it, because of the number of segments in a row or
 * of parts. The segments must have no circle.
 */
function limitFaults(id: string, all: Nodes): PlacedFault[] {
  const extents = new Map<string, Extent>()
  const dependents = [...all.keys()].filter((other) => pathBetween(other, id, all) !== null)
  const measurements = dependents.map((dependent) => extentOf(dependent, all, extents))
  const pointer = '/where'
  const [deepest] = measurements.toSorted((a, b) => b.path.length - a.path.length)
  if (deepest !== undefined && deepest.path.length > deepestSegment) {
    const segments = wordsOfPath(deepest.path)
    const message = sentence(
      'At most {deepestSegment} segments may ask for each other in a row: {segments}',
      {
        deepestSegment,
        segments,
      },
    )
    return [{ pointer, code: 'TOO_DEEP', message }]
  }
  const [largest] = measurements.toSorted((a, b) => b.parts - a.parts)
  if (largest === undefined || largest.parts <= maxSegmentParts) return []
  const message = sentence(
    'The segment "{segment}" would have {parts} comparisons and questions with the parts of other segments; at most {maxSegmentParts} are allowed',
    { segment: largest.path[0]?.name ?? '', parts: largest.parts, maxSegmentParts },
  )
  return [{ pointer, code: 'TOO_MANY', message }]
}

/** The longest chain of segments that begins with a segment, and the number of its parts with theirs. */
interface Extent {
  readonly path: readonly NamedSegment[]
  readonly parts: number
}

const noExtent: Extent = { path: [], parts: 0 }

function extentOf(id: string, all: Nodes, extents: Map<string, Extent>): Extent {
  const stored = extents.get(id)
  if (stored !== undefined) return stored
  const node = all.get(id)
  if (node === undefined) return noExtent
  const inner = node.asksFor.map((next) => extentOf(next, all, extents))
  const [longest = noExtent] = inner.toSorted((a, b) => b.path.length - a.path.length)
  const parts = inner.reduce((sum, extent) => sum + extent.parts, node.otherParts)
  const extent = { path: [node.segment, ...longest.path], parts }
  extents.set(id, extent)
  return extent
}

function wordsOfPath(path: readonly NamedSegment[]): string {
  return path.map(({ name }) => `"${name}"`).join(' → ')
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
        message: sentence(
          'The column "{column}" has the type {type}, so the comparison "{operator}" holds for none of its values',
          { column: leaf.column, type, operator: leaf.operator },
        ),
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
