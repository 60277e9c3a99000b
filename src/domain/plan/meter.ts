import { DomainError } from '../errors.ts'
import { sentence } from '../text/sentence.ts'
import { nextPeriodStart } from './period.ts'

/** The meters of a plan: the numbers of added records and started jobs, counted per calendar month (UTC). */
export const meterNames = ['records', 'jobs'] as const
export type MeterName = (typeof meterNames)[number]

export interface MeterReading {
  readonly meter: MeterName
  readonly limit: number | null
  readonly used: number
}

/**
 * Returns whether a request stays within a monthly limit of the plan. A request for 0 always does, even if the
 * use is above the limit of a new plan.
 */
export function fitsMeter(reading: MeterReading, requested: number): boolean {
  return requested === 0 || reading.limit === null || reading.used + requested <= reading.limit
}

/**
 * Throws if a request would exceed a monthly limit of the plan, so that it is refused as a whole with an
 * explanation. The commit checks the limit again (docs/decisions/0001-shared-commits.md).
 */
export function assertFitsMeter(reading: MeterReading, requested: number, now: Date): void {
  if (!fitsMeter(reading, requested)) throw meterExceeded(reading, requested, now)
}

export function meterExceeded(reading: MeterReading, requested: number, now: Date): DomainError {
  const { meter, limit, used } = reading
  return new DomainError('PLAN_LIMIT', {
    message:
      meter === 'records'
        ? sentence(
            'The plan allows {limit} records a month; {used} are used, and this request needs {requested} more',
            { limit: String(limit), used, requested },
          )
        : sentence(
            'The plan allows {limit} jobs a month; {used} are used, and this request needs {requested} more',
            { limit: String(limit), used, requested },
          ),
    meter,
    limit,
    used,
    requested,
    resetsAt: nextPeriodStart(now).toISOString(),
  })
}
