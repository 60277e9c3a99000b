import { DomainError, maxErrorItems } from '../../errors.ts'
import { sentence } from '../../text/sentence.ts'
import { spinnersNamedBy, type Where } from './where.ts'

/**
 * Refuses a condition that asks about the messages of an unknown spinner. A condition that excludes the people who got
 * such messages would select every record.
 */
export function assertSpinners(
  where: Where,
  unknownIds: readonly string[],
  code: 'AUDIENCE_INVALID' | 'VALIDATION_FAILED',
): void {
  const errors = spinnersNamedBy(where)
    .filter(({ spinnerId }) => unknownIds.includes(spinnerId))
    .slice(0, maxErrorItems)
    .map(({ place }) => ({ pointer: `/where${place}`, code: 'UNKNOWN_SPINNER' }))
  if (errors.length > 0)
    throw new DomainError(code, { message: sentence('`where` names a spinner that does not exist'), errors })
}
