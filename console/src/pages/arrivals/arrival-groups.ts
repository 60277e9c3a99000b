import type { Arrival } from '../../api/schema.ts'

/** Arrivals of one source and one outcome that were received within 60 seconds. */
export interface ArrivalGroup {
  /** Identifies the group on the screen, also after more of its arrivals came in. */
  readonly key: string
  /** The arrivals of the group, newest first. */
  readonly arrivals: readonly [Arrival, ...Arrival[]]
}

/** The number of arrivals from which a group is one line. Two lines are as easy to read as one that opens. */
const minGrouped = 3

/** The maximum time between the oldest and the newest arrival of a group, in milliseconds. */
const maxGroupMs = 60_000

/**
 * Groups arrivals, newest first, so that the requests of one batch are one line of the list, even if requests
 * of other sources came between them. A group has the place of its newest arrival.
 */
export function groupsOf(arrivals: readonly Arrival[]): readonly ArrivalGroup[] {
  const batches = batchesOf(arrivals)
  return arrivals.flatMap((arrival): ArrivalGroup[] => {
    const batch = batches.get(arrival) ?? [arrival]
    const [oldest = arrival] = batch
    if (batch.length < minGrouped) return [{ key: arrival.id, arrivals: [arrival] }]
    if (batch.at(-1) !== arrival) return []
    return [{ key: `group ${oldest.id}`, arrivals: [arrival, ...batch.slice(0, -1).toReversed()] }]
  })
}

/**
 * Returns the batch of each arrival, oldest first. A batch begins with its oldest arrival, so that a new
 * arrival does not change batches that are over.
 */
function batchesOf(arrivals: readonly Arrival[]): ReadonlyMap<Arrival, readonly Arrival[]> {
  const latest = new Map<string, Arrival[]>()
  const batches = new Map<Arrival, readonly Arrival[]>()
  for (const arrival of arrivals.toReversed()) {
    const key = keyOf(arrival)
    const last = latest.get(key) ?? []
    const batch = timeOf(arrival) - timeOf(last[0] ?? arrival) <= maxGroupMs ? last : []
    batch.push(arrival)
    latest.set(key, batch)
    batches.set(arrival, batch)
  }
  return batches
}

const timeOf = ({ receivedAt }: Arrival) => Date.parse(receivedAt)

function keyOf({ source, dataTableId, status, code, format }: Arrival): string {
  return [source.kind, source.apiKeyId, dataTableId, status, code, format].join(' ')
}

/** Returns the number of records in all arrivals of a group; null if the number of one of them is unknown. */
export function recordsIn(arrivals: ArrivalGroup['arrivals']): number | null {
  return arrivals.reduce<number | null>(
    (sum, { records }) => (sum === null || records === null ? null : sum + records),
    0,
  )
}
