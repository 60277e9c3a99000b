import { DomainError, type ErrorItem } from '../../errors.ts'
import { isZone } from '../../time/local-time.ts'
import type { SenderLimits } from '../sender.ts'

export const noSenderLimits: SenderLimits = { dailyLimit: null, gapSeconds: 0, ramp: null, timeZone: 'UTC' }

/** Throws if limits of a sender contradict each other or name an unknown time zone. */
export function assertSenderLimits({ dailyLimit, ramp, timeZone }: SenderLimits): void {
  const errors: ErrorItem[] = []
  if (!isZone(timeZone)) errors.push(unknownZone)
  if (ramp !== null && dailyLimit === null) {
    const message = 'requires a dailyLimit, at which the ramp ends'
    errors.push({ pointer: '/limits/ramp', code: 'NO_DAILY_LIMIT', message })
  }
  if (ramp !== null && dailyLimit !== null && ramp.start > dailyLimit) {
    const message = 'must not be higher than the dailyLimit'
    errors.push({ pointer: '/limits/ramp/start', code: 'ABOVE_DAILY_LIMIT', message })
  }
  refuse(errors)
}

/**
 * Throws the error for a time zone that the database does not know. The database computes the budgets of
 * senders, so such a zone cannot be used.
 */
export function refuseZone(): void {
  refuse([unknownZone])
}

const unknownZone: ErrorItem = {
  pointer: '/limits/timeZone',
  code: 'UNKNOWN_TIME_ZONE',
  message: 'is not a known time zone; use a name such as "Europe/Vienna"',
}

function refuse(errors: readonly ErrorItem[]): void {
  if (errors.length === 0) return
  const [first] = errors
  throw new DomainError('VALIDATION_FAILED', { message: `${first?.pointer} ${first?.message}`, errors })
}
