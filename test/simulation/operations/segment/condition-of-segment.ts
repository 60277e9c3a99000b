import type { Where } from '../../../../src/domain/spinner/where/where.ts'
import type { KnownTable } from '../../model/known-table.ts'
import type { KnownSegment } from '../../model/segment/known-segment.ts'
import { named } from '../operation.ts'
import { conditionOf } from '../spinner/steps.ts'

/** The number of conditions that the simulator draws for segments: those of steps, and four of segments alone. */
export const conditionCount = 12

/** Returns a condition of a segment, with the original names of the columns. It may ask for another segment of the table. */
export function conditionOfSegment(others: readonly KnownSegment[], drawn: number): Where {
  switch (drawn) {
    case 8:
      return { not: { isSuppressed: true } }
    case 9:
      return { column: 'email', operator: 'domainIn', values: ['example.com'] }
    case 10: {
      const other = named(others, drawn)
      return other === null ? conditionOf(drawn) : { and: [{ segmentId: other.id }, conditionOf(1)] }
    }
    case 11:
      return { column: 'day', operator: 'before', value: 'now+3d' }
    default:
      return conditionOf(drawn)
  }
}

/** Returns a condition with the present names of the table's columns in place of the original names. */
export function asNamedCondition({ renamed }: KnownTable, where: Where): Where {
  const text = [...renamed].reduce(
    (json, [first, now]) => json.replaceAll(`"column":"${first}"`, `"column":"${now}"`),
    JSON.stringify(where),
  )
  return JSON.parse(text) as Where
}
