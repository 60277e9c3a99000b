import { DomainError } from '../../errors.ts'
import { longestDelayDays } from './audience-wish.ts'

const dayMs = 86_400_000
/** Clocks of senders differ, and a request takes a while. */
const tolerance = 60_000

/** When a job begins that is asked for now; null for at once. */
export function startOf(scheduledAt: Date | null, now: Date): Date | null {
  if (scheduledAt === null) return null
  const delay = scheduledAt.getTime() - now.getTime()
  if (delay < -tolerance) throw refused('TOO_EARLY', 'is in the past')
  if (delay > longestDelayDays * dayMs)
    throw refused('TOO_LATE', `is more than ${longestDelayDays} days from now`)
  return delay <= 0 ? null : scheduledAt
}

function refused(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: `The request is not of the documented form: /scheduledAt ${message}`,
    errors: [{ pointer: '/scheduledAt', code, message }],
  })
}
