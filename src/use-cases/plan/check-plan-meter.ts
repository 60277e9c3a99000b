import { assertFitsMeter, type MeterName, type MeterReading } from '../../domain/plan/meter.ts'
import { nextPeriodStart, periodOf } from '../../domain/plan/period.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PlanStore } from '../../ports/plan/plans.ts'

export interface CheckPlanMeterQuery {
  readonly organizationId: string
  readonly meter: MeterName
  /** The number of records or jobs that a request is going to add; 0 only reads the meter. */
  readonly amount: number
}

export interface PlanMeter extends MeterReading {
  readonly period: string
  readonly resetsAt: Date
}

/**
 * Refuses a request that would exceed the plan's limit of records or jobs. Reserves nothing; the commit that
 * adds the records or jobs also counts them.
 */
export class CheckPlanMeter {
  readonly #plans: PlanStore
  readonly #clock: Clock

  constructor(plans: PlanStore, clock: Clock) {
    this.#plans = plans
    this.#clock = clock
  }

  async execute({ organizationId, meter, amount }: CheckPlanMeterQuery): Promise<PlanMeter> {
    const now = this.#clock.realNow()
    const reading = await this.#plans.readMeter(organizationId, meter, periodOf(now))
    assertFitsMeter(reading, amount, now)
    return { ...reading, period: periodOf(now), resetsAt: nextPeriodStart(now) }
  }
}
