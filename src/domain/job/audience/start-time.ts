import { DomainError } from '../../errors.ts'
import { longestDelayDays } from './trigger-request.ts'

const dayMs = 86_400_000
/**
 * The milliseconds that a requested start may lie in the past, because clocks differ and the request takes
 * time.
 */
const tolerance = 60_000

/** Returns the time when a requested job begins; null if it begins at once. */
export function startTimeOf(scheduledAt: Date | null, now: Date): Date | null {
  if (scheduledAt === null) return null
  const delay = scheduledAt.getTime() - now.getTime()
  if (delay < -tolerance) throw refused('TOO_EARLY', 'must not be in the past')
  if (delay > longestDelayDays * dayMs)
    throw refused('TOO_LATE', `must be at most ${longestDelayDays} days from now`)
  return delay <= 0 ? null : scheduledAt
}

function refused(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: `The request is not valid: /scheduledAt ${message}`,
    errors: [{ pointer: '/scheduledAt', code, message }],
  })
}
