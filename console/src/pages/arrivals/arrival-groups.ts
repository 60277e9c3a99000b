import type { Arrival } from '../../api/schema.ts'

/** Neighbouring arrivals of one source and one outcome that were received within the same minute. */
export interface ArrivalGroup {
  /** Identifies the group on the screen, also after more of its arrivals came in. */
  readonly key: string
  readonly arrivals: readonly [Arrival, ...Arrival[]]
}

/** The number of arrivals from which a group is one line. Two lines are as easy to read as one that opens. */
const leastGrouped = 3

/** Groups arrivals, newest first, so that the requests of one batch are one line of the list. */
export function groupsOf(arrivals: readonly Arrival[]): readonly ArrivalGroup[] {
  return batchesOf(arrivals).flatMap((group) =>
    group.arrivals.length < leastGrouped
      ? group.arrivals.map((arrival): ArrivalGroup => ({ key: arrival.id, arrivals: [arrival] }))
      : [group],
  )
}

function batchesOf(arrivals: readonly Arrival[]): readonly ArrivalGroup[] {
  const groups: ArrivalGroup[] = []
  for (const arrival of arrivals) {
    const key = keyOf(arrival)
    const last = groups.at(-1)
    if (last?.key === key) groups[groups.length - 1] = { key, arrivals: [...last.arrivals, arrival] }
    else groups.push({ key, arrivals: [arrival] })
  }
  return groups
}

function keyOf({ receivedAt, source, dataTableId, state, code, shape }: Arrival): string {
  const minute = receivedAt.slice(0, 'yyyy-mm-ddThh:mm'.length)
  return [minute, source.kind, source.apiKeyId, dataTableId, state, code, shape].join(' ')
}

/** Returns the number of records in all arrivals of a group; null if the number of one of them is unknown. */
export function recordsIn(arrivals: ArrivalGroup['arrivals']): number | null {
  return arrivals.reduce<number | null>(
    (sum, { records }) => (sum === null || records === null ? null : sum + records),
    0,
  )
}
