import type { MeterName, MeterReading } from '../../../domain/plan/meter.ts'
import { MeterQueries } from '../../../ports/plan/plans.ts'
import type { MemoryStore } from '../store.ts'
import { readMeter } from './plan-stores.ts'

export class MemoryMeterQueries extends MeterQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async read(
    organizationId: string,
    meter: MeterName,
    period: string,
  ): Promise<MeterReading | null> {
    return this.#store.organizations.has(organizationId)
      ? readMeter(this.#store, organizationId, meter, period)
      : null
  }
}
