import { DomainError } from '../../errors.ts'
import { maxDelayDays } from './trigger-request.ts'

const dayMs = 86_400_000
/**
 * The milliseconds that a requested start may lie in the past, because clocks differ and the request takes
 * time.
 */
const tolerance = 60_000

/** Returns the time when a requested job begins; null if it begins at once. */
export function startTimeOf(scheduledAt: Date | null, now: Date): Date | null {
  return scheduledAt === null || scheduledAt <= now ? null : scheduledAt
}

/**
 * Throws if a requested start is in the past or too far in the future. Call it after the lookup of the idempotency key:
 * a repeat of the request has the same time, which may have passed by then.
 */
export function assertStartTime(scheduledAt: Date | null, now: Date): void {
  const fault = faultOf(scheduledAt, now)
  if (fault !== null) throw refused(...fault)
}

/** Returns whether `assertStartTime` accepts a requested start. */
export function fitsStartTime(scheduledAt: Date | null, now: Date): boolean {
  return faultOf(scheduledAt, now) === null
}

function faultOf(scheduledAt: Date | null, now: Date): readonly [code: string, message: string] | null {
  const delay = scheduledAt === null ? 0 : scheduledAt.getTime() - now.getTime()
  if (delay < -tolerance) return ['TOO_EARLY', 'must not be in the past']
  if (delay > maxDelayDays * dayMs) return ['TOO_LATE', `must be at most ${maxDelayDays} days from now`]
  return null
}

function refused(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: `The request is not valid: /scheduledAt ${message}`,
    errors: [{ pointer: '/scheduledAt', code, message }],
  })
}
