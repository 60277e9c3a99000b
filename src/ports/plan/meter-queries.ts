import type { MeterName, MeterReading } from '../../domain/plan/meter.ts'

export abstract class MeterQueries {
  /** Null for an organization that does not exist. */
  abstract read(organizationId: string, meter: MeterName, period: string): Promise<MeterReading | null>
}
