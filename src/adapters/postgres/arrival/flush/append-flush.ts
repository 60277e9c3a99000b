import { meterExceeded } from '../../../../domain/plan/meter.ts'
import { periodOf } from '../../../../domain/plan/period.ts'
import type { Clock } from '../../../../ports/clock.ts'
import { retryLostRace } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import type { Appended, Entry, Writer } from './append-commits.ts'
import { keyLists, Lanes } from './lanes.ts'

interface LeftOut {
  readonly entry: number
  readonly reason: 'stale' | 'seen' | 'claimed' | 'over_limit'
  readonly used: string | null
  readonly allowed: string | null
}

const appendEntries = sqlFunction('append_entries', 'p_now', 'p_period', 'p_lanes', 'p_entries', 'p_rows')

/**
 * The outcome of appending the records of a request. `claimed` means that nothing was written, because some
 * of the records may have been delivered before.
 */
export type AppendOutcome = Appended | 'claimed'

/** Writes the records of several requests in one commit, for tables without match columns. */
export async function writeAppends(
  connection: Writer,
  entries: readonly Entry[],
  clock: Clock,
): Promise<(AppendOutcome | Error)[]> {
  const lanes = new Lanes(entries)
  const claims = entries.some(({ contents = null }) => contents !== null)
  const call = appendEntries({
    p_now: clock.now(),
    p_period: periodOf(clock.realNow()),
    p_lanes: lanes.lists,
    p_entries: {
      ...lanes.entryLists,
      ...keyLists(entries),
      counts: entries.map(({ arrival }) => arrival.records.length),
      contents: claims ? entries.map(({ contents = null }) => contents) : null,
    },
    p_rows: lanes.rows,
  })
  const leftOut = await retryLostRace(entries.length, () => connection.write<LeftOut>(...call))
  const answers: (AppendOutcome | Error)[] = entries.map(({ arrival }) => ({
    answer: { inserted: arrival.records.length },
    replayed: false,
  }))
  for (const { entry: no, reason, used, allowed } of leftOut) {
    const entry = entries[no - 1]
    answers[no - 1] = reason === 'claimed' ? reason : null
    if (reason !== 'over_limit' || entry === undefined) continue
    const reading = { meter: 'records', limit: Number(allowed), used: Number(used) } as const
    answers[no - 1] = meterExceeded(reading, entry.arrival.records.length, clock.realNow()).for(
      entry.shape.organizationId,
    )
  }
  return answers
}
