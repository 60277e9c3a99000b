import { fitsMeter, type MeterReading } from '../../../domain/plan/meter.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { type MemoryStore, meterSlot } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the store of plans and their meters for one transaction. */
export function planStores(store: MemoryStore, writes: Writes): Pick<Transaction, 'plans'> {
  return {
    plans: {
      put: async (plans) => {
        for (const plan of plans) writes.put(store.plans, plan.id, plan)
      },
      putMissing: async (plans) => {
        for (const plan of plans) if (!store.plans.has(plan.id)) writes.put(store.plans, plan.id, plan)
      },
      of: async (organizationId) => store.planOf(organizationId),
      readMeter: async (organizationId, meter, period) => readMeter(store, organizationId, meter, period),
      spend: async ({ organizationId, meter, period, amount }) => {
        const reading = readMeter(store, organizationId, meter, period)
        if (!fitsMeter(reading, amount)) return reading
        writes.put(store.meters, meterSlot(organizationId, meter, period), reading.used + amount)
        return null
      },
    },
  }
}

export function readMeter(
  store: MemoryStore,
  organizationId: string,
  meter: MeterReading['meter'],
  period: string,
): MeterReading {
  const limit = store.planOf(organizationId).limits[meter]
  return { meter, limit, used: store.meters.get(meterSlot(organizationId, meter, period)) ?? 0 }
}
