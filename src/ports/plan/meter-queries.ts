import type { MeterName, MeterReading } from '../../domain/plan/meter.ts'

export abstract class MeterQueries {
  /**
   * Returns the reading of one meter of an organization's plan (records or jobs in a month); null if the
   * organization does not exist.
   */
  abstract read(organizationId: string, meter: MeterName, period: string): Promise<MeterReading | null>
}
