import type { MeterName, MeterReading } from '../../domain/plan/meter.ts'

export interface MeterSpending {
  readonly organizationId: string
  readonly meter: MeterName
  readonly period: string
  readonly amount: number
}

export interface MeterStore {
  read(organizationId: string, meter: MeterName, period: string): Promise<MeterReading>
  /**
   * Spends an amount of an organization's meter and returns null. If the amount exceeds the limit, returns
   * the reading of the meter instead. The meter's row stays locked until the commit, and every request of the
   * organization needs it, so call this after all other writes of the transaction.
   */
  spend(spending: MeterSpending): Promise<MeterReading | null>
}
