import { DomainError, type ErrorItem } from '../errors.ts'
import type { SenderLimits } from './sender.ts'

export const noSenderLimits: SenderLimits = { dailyLimit: null, gapSeconds: 0, ramp: null, timeZone: 'UTC' }

/** Refuses limits that cannot be held. */
export function assertSenderLimits({ dailyLimit, ramp, timeZone }: SenderLimits): void {
  const errors: ErrorItem[] = []
  if (!isTimeZone(timeZone)) {
    const message = 'is no time zone; use a name such as "Europe/Vienna"'
    errors.push({ pointer: '/limits/timeZone', code: 'UNKNOWN_TIME_ZONE', message })
  }
  if (ramp !== null && dailyLimit === null) {
    const message = 'needs a dailyLimit to rise to'
    errors.push({ pointer: '/limits/ramp', code: 'NO_DAILY_LIMIT', message })
  }
  if (ramp !== null && dailyLimit !== null && ramp.start > dailyLimit) {
    const message = 'must not be more than the dailyLimit'
    errors.push({ pointer: '/limits/ramp/start', code: 'ABOVE_DAILY_LIMIT', message })
  }
  if (errors.length === 0) return
  const [first] = errors
  throw new DomainError('VALIDATION_FAILED', { message: `${first?.pointer} ${first?.message}`, errors })
}

function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // An offset such as "+02:00" has no daylight saving.
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}

/** The day that it is in a time zone, as "2026-11-21". */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
}
