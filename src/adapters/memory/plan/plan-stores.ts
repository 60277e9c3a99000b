import { fitsMeter, type MeterReading } from '../../../domain/plan/meter.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { MeterMonth, MeterSpending } from '../../../ports/plan/plans.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { noteEvents } from '../event/note-events.ts'
import { type MemoryStore, meterSlot } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the store of plans and their meters for one transaction. */
export function planStores(store: MemoryStore, writes: Writes, clock: Clock): Pick<Transaction, 'plans'> {
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
        addToMeter(store, writes, { organizationId, meter, period, amount }, clock.now())
        return null
      },
      noteReached: async (month) => noteReached(store, writes, month, clock.now()),
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

/** Adds an amount to a meter, without a check of the limit, and notes that the limit or most of it is reached. */
export function addToMeter(
  store: MemoryStore,
  writes: Writes,
  { organizationId, meter, period, amount }: MeterSpending,
  at: Date,
): void {
  const { used } = readMeter(store, organizationId, meter, period)
  writes.put(store.meters, meterSlot(organizationId, meter, period), used + amount)
  noteReached(store, writes, { organizationId, meter, period }, at)
}

/**
 * Returns the shares of a meter's limit, 80 or 100 %, that its use has reached, except for `before`, the highest share
 * that was reached earlier in the month, and lower ones. The SQL function `note_meter_reached` does the same.
 */
function newlyReached({ used, limit }: MeterReading, before: number): readonly number[] {
  if (limit === null || used === 0) return []
  return [80, 100].filter((percent) => percent > before && used * 100 >= limit * percent)
}

function noteReached(
  store: MemoryStore,
  writes: Writes,
  { organizationId, meter, period }: MeterMonth,
  at: Date,
): void {
  const slot = meterSlot(organizationId, meter, period)
  const reading = readMeter(store, organizationId, meter, period)
  const { used, limit } = reading
  for (const percent of newlyReached(reading, store.metersReached.get(slot) ?? 0)) {
    writes.put(store.metersReached, slot, percent)
    const data = { month: period, percent, used, limit }
    const events = [{ objectId: meter }]
    noteEvents(store, writes, { type: 'meter.reached', organizationId, projectId: null, data, events }, at)
  }
}
