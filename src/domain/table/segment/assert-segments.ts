import { DomainError, maxErrorItems } from '../../errors.ts'
import { segmentsNamedBy, type Where } from '../../spinner/where/where.ts'
import { sentence } from '../../text/sentence.ts'

/**
 * Refuses a condition that names a segment which the table does not have. The segment has no records, so a condition
 * that excludes it would select every record.
 */
export function assertSegments(
  where: Where,
  hasSegment: (id: string) => boolean,
  code: 'AUDIENCE_INVALID' | 'VALIDATION_FAILED' = 'AUDIENCE_INVALID',
): void {
  const errors = segmentsNamedBy(where)
    .filter(({ segmentId }) => !hasSegment(segmentId))
    .slice(0, maxErrorItems)
    .map(({ place }) => ({ pointer: `/where${place}`, code: 'UNKNOWN_SEGMENT' }))
  if (errors.length > 0)
    throw new DomainError(code, {
      message: sentence('`where` names a segment that the data table does not have'),
      errors,
    })
}
