import type { MeterName, MeterReading } from '../../domain/plan/meter.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { InTransaction } from '../in-transaction.ts'

/**
 * The plans, the plan of each organization, and the meters that count how many records and jobs it has used
 * in a month.
 */
export abstract class PlanStore {
  /** Adds these plans, or changes existing ones. Other plans stay, because organizations may have them. */
  abstract put(this: InTransaction, plans: readonly Plan[]): Promise<void>
  /** Adds the plans that do not exist yet, and leaves existing ones unchanged. */
  abstract putMissing(this: InTransaction, plans: readonly Plan[]): Promise<void>
  abstract of(organizationId: string): Promise<Plan>
  /**
   * Returns how many records or jobs an organization has used in a month, and the limit of its plan. Throws NOT_FOUND if
   * the organization does not exist.
   */
  abstract readMeter(organizationId: string, meter: MeterName, period: string): Promise<MeterReading>
  /**
   * Adds an amount to an organization's meter and returns null. If the amount would exceed the plan's limit,
   * adds nothing and returns the meter's use and limit. The meter's row stays locked until the commit and
   * delays all requests of the organization. So call this after all other writes of the transaction.
   */
  abstract spend(this: InTransaction, spending: MeterSpending): Promise<MeterReading | null>
  /**
   * Writes the event `meter.reached` if the use of a meter is at 80 % or 100 % of the plan's limit for the first
   * time in its month. Called after a change of the plan; `spend` includes it. The meter's row stays
   * locked until the commit.
   */
  abstract noteReached(this: InTransaction, month: MeterMonth): Promise<void>
}

/** A meter of an organization in one calendar month. */
export interface MeterMonth {
  readonly organizationId: string
  readonly meter: MeterName
  /** The month, such as "2026-11". */
  readonly period: string
}

export interface MeterSpending extends MeterMonth {
  readonly amount: number
}
