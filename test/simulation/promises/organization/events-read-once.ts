import type { Promised } from '../promise.ts'

interface StoredBatch {
  readonly number: number
  readonly count: number
  readonly type: string
}

/** Leaves out events that the service deleted by their age before the reader came to them. */
export const eventsReadOnce: Promised = {
  promise: 'A program that reads events gets each one once, in the order of their numbers, and misses none',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    const readers = model.readers.filter(({ last }) => last > 0)
    if (readers.length === 0) return { compared: 0, violations: [] }
    const most = Math.max(...readers.map(({ last }) => last))
    const batches = await rows<StoredBatch>(
      `select number::float8 as number, count, type from events
        where organization_id = $1 and number <= $2::bigint order by number`,
      [demo.organizationId, most],
    )
    let compared = 0
    const violations = readers.flatMap((reader) => {
      const { name, last, types, outOfOrder } = reader
      const expected = batches
        .filter(({ type }) => types === null || types.some((one) => one === type))
        .flatMap(({ number, count }) => Array.from({ length: count }, (_, nth) => number + nth))
        .filter((number) => number <= last)
      compared += expected.length
      return [
        ...outOfOrder.splice(0).map((number) => `${name} read event ${number} again or after a later one`),
        ...expected.flatMap((number) => (reader.hasRead(number) ? [] : [`${name} missed event ${number}`])),
      ]
    })
    return { compared, violations }
  },
}
