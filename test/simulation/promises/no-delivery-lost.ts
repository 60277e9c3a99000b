import type { Promised } from './promise.ts'

/**
 * The age of held deliveries up to which the simulator checks that none is lost. The service keeps held
 * deliveries for 30 days.
 */
const storedMs = 29 * 86_400_000

export const noDeliveryLost: Promised = {
  promise: 'Every delivery that was answered with 2xx is in its table, or held until a user admits it',
  when: 'always',
  holds: async ({ model, rows, clock }) => {
    const violations: string[] = []
    let compared = 0
    for (const { table, answered, requests } of model.doors) {
      if (answered.size === 0 || !table.bin.mustBeStored(clock.latest)) continue
      const stored = await rows<{ ref: string }>(
        "select data ->> 'ref' as ref from records where data_table_id = $1",
        [table.id],
      )
      const waiting = await rows<{ id: string; requestId: string }>(
        "select id, request_id as \"requestId\" from arrivals where data_table_id = $1 and status in ('held', 'received')",
        [table.id],
      )
      const refs = new Set(stored.map(({ ref }) => ref))
      const ids = new Set(waiting.flatMap(({ id, requestId }) => [id, requestId]))
      for (const [ref, { at, arrivalId }] of answered) {
        if (clock.now().getTime() - at.getTime() > storedMs) continue
        compared++
        // Searches the arrivals of all attempts. If the answer to a delivery was lost, the answer to its repeat
        // names no arrival, and the lead waits in the arrival of the lost answer.
        const places = arrivalId === null ? (requests.get(ref) ?? []) : [arrivalId]
        if (!refs.has(ref) && !places.some((place) => ids.has(place)))
          violations.push(`"${ref}" was answered with 2xx; it is neither in the table nor held`)
      }
    }
    return { compared, violations }
  },
}
