import { DomainError } from '../../domain/errors.ts'
import { fitsMeter, type MeterReading } from '../../domain/plan/meter.ts'
import type { MeterMonth, MeterSpending, PlanStore } from '../../ports/plan/plans.ts'
import { partOf } from './part-of.ts'
import type { MemoryStore } from './store.ts'
import { Writes } from './writes.ts'

/** Returns the store of plans and their meters, whose changes a transaction can undo by `writes`. */
export function planStore(store: MemoryStore, writes = new Writes()): PlanStore {
  return partOf<PlanStore>({
    put: async (plans) => {
      for (const plan of plans) writes.put(store.plans, plan.id, plan)
    },
    putMissing: async (plans) => {
      for (const plan of plans) if (!store.plans.has(plan.id)) writes.put(store.plans, plan.id, plan)
    },
    of: async (organizationId) => store.planOf(organizationId),
    readMeter: async (organizationId, meter, period) => {
      if (!store.organizations.has(organizationId)) throw new DomainError('NOT_FOUND')
      return readMeter(store, { organizationId, meter, period })
    },
    spend: async (spending) => {
      const reading = readMeter(store, spending)
      if (!fitsMeter(reading, spending.amount)) return reading
      addToMeter(store, spending, writes)
      return null
    },
  })
}

export function readMeter(store: MemoryStore, month: MeterMonth): MeterReading {
  const { organizationId, meter } = month
  const limit = store.planOf(organizationId).limits[meter]
  return { meter, limit, used: store.meters.get(meterSlot(month)) ?? 0 }
}

/** Adds an amount to a meter, without a check of the limit. */
export function addToMeter(store: MemoryStore, spending: MeterSpending, writes = new Writes()): void {
  writes.put(store.meters, meterSlot(spending), readMeter(store, spending).used + spending.amount)
}

export const meterSlot = ({ organizationId, meter, period }: MeterMonth): string =>
  [organizationId, meter, period].join(' ')
