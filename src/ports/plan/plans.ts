import type { MeterName, MeterReading } from '../../domain/plan/meter.ts'
import type { Plan } from '../../domain/plan/plan.ts'

/** The plans, the plan of each organization, and the meters that count what it has used of the plan. */
export interface PlanStore {
  /** Adds these plans, or changes existing ones. Other plans stay, because organizations may have them. */
  put(plans: readonly Plan[]): Promise<void>
  /** Adds the plans that do not exist yet, and leaves existing ones unchanged. */
  putMissing(plans: readonly Plan[]): Promise<void>
  of(organizationId: string): Promise<Plan>
  readMeter(organizationId: string, meter: MeterName, period: string): Promise<MeterReading>
  /**
   * Spends an amount of an organization's meter and returns null. If the amount exceeds the limit, returns
   * the reading of the meter instead. The meter's row stays locked until the commit, and every request of the
   * organization needs it, so call this after all other writes of the transaction.
   */
  spend(spending: MeterSpending): Promise<MeterReading | null>
}

export abstract class MeterQueries {
  /**
   * Returns the reading of one meter of an organization's plan (records or jobs in a month); null if the
   * organization does not exist.
   */
  abstract read(organizationId: string, meter: MeterName, period: string): Promise<MeterReading | null>
}

export interface MeterSpending {
  readonly organizationId: string
  readonly meter: MeterName
  readonly period: string
  readonly amount: number
}
