import { meterExceeded } from '../../../../domain/plan/meter.ts'
import { periodOf } from '../../../../domain/plan/period.ts'
import type { Admission, Admitted } from '../../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../../ports/clock.ts'
import { sqlState } from '../../faults.ts'
import { retryLostRace } from '../../lost-race.ts'
import { hexOf, sqlFunction } from '../../sql-function.ts'
import { alreadySettledSqlState } from '../arrival-store.ts'
import { claimContentsOf, comparedKey, groupedClaims, settlementLists } from './admission-values.ts'
import { type Entry, keyLists, Lanes, type Writer } from './append-flush.ts'
import {
  type MatchedEntry,
  matchedLists,
  matchedValues,
  overPlanSqlState,
  planExceededError,
  type UpsertCounts,
} from './upsert-flush.ts'

export interface AdmittedEntry extends Entry {
  readonly admission: Admission
  /**
   * Texts that identify the delivered records and the record keys of an arrival. Two arrivals that share such
   * a text are never written in one commit; the later waits for the next.
   */
  readonly lockKeys: readonly string[]
  /**
   * The arrival's rows and record keys as the SQL function `upsert_records` takes them; null for a table
   * without match columns.
   */
  readonly matched: MatchedEntry | null
}

export type AdmitOutcome = Admitted | 'busy' | null

const ofAll = ['p_now', 'p_period', 'p_lanes', 'p_entries', 'p_rows', 'p_claims', 'p_settled'] as const
const admitAppends = sqlFunction('admit_appends', ...ofAll)
const admitUpserts = sqlFunction('admit_upserts', ...ofAll, 'p_keys', 'p_versions', 'p_older')

/** SQLSTATEs with which the database refuses to write a single arrival. The error's detail says why. */
const takenAlready = 'SP004'
const leftOut = 'SP005'

/**
 * Writes several admitted arrivals in one commit, all of them or none. If a single arrival is written and
 * refused, its outcome says why.
 */
export async function writeAdmissions(
  connection: Writer,
  entries: readonly AdmittedEntry[],
  clock: Clock,
): Promise<(AdmitOutcome | Error)[]> {
  try {
    return await retryLostRace(entries.length, () => write(connection, entries, clock))
  } catch (error) {
    const [alone] = entries
    if (entries.length > 1 || alone === undefined) throw error
    return [refusal(error, alone, clock)]
  }
}

async function write(
  connection: Writer,
  entries: readonly AdmittedEntry[],
  clock: Clock,
): Promise<AdmitOutcome[]> {
  const matched = entries.flatMap((entry) => entry.matched ?? [])
  const lanes = new Lanes(entries, ({ admission }) => admission.mappingVersions)
  const laneLists = { ...lanes.lists, mappings: lanes.mappings }
  const entryLists = { ...lanes.entryLists, ...keyLists(entries) }
  const values = {
    p_now: clock.now(),
    p_period: periodOf(clock.realNow()),
    p_rows: lanes.rows,
    p_claims: claimLists(entries),
    p_settled: settlementLists(entries.flatMap(({ admission }) => admission.settlement ?? [])),
  }
  if (matched.length === 0) {
    const counts = entries.map(({ arrival }) => arrival.records.length)
    const call = admitAppends({
      ...values,
      p_lanes: laneLists,
      p_entries: { ...entryLists, counts, contents: null },
    })
    await connection.write(...call)
    return counts.map((inserted) => ({ outcome: 'appended', receipt: { inserted } }))
  }
  const call = admitUpserts({
    ...values,
    ...matchedValues(matched),
    p_lanes: { ...laneLists, blanks: lanes.blanks },
    p_entries: { ...entryLists, ...matchedLists(matched) },
  })
  const written = await connection.write<UpsertCounts>(...call)
  return written.map(({ inserted, updated, unchanged }) => ({
    outcome: 'appended',
    receipt: { inserted, updated, unchanged },
  }))
}

function claimLists(entries: readonly AdmittedEntry[]) {
  const claims = entries.flatMap(({ admission, tableSchema, arrival }) =>
    groupedClaims(admission.claims).map((claim) => ({
      ...claim,
      tableId: tableSchema.tableId,
      // If the request's Idempotency-Key is stored with its records, the claim is not compared with stored
      // keys. Storing the key fails anyway if an earlier request had the same one.
      key: comparedKey(claim, arrival.idempotency !== null),
    })),
  )
  return {
    tables: claims.map(({ tableId }) => tableId),
    keys: claims.map(({ key }) => hexOf(key)),
    places: claims.map(({ places }) => `{${places.join(',')}}`),
    contents: claims.map(claimContentsOf),
    times: claims.map(({ at }) => at),
    seconds: claims.map(({ seconds }) => seconds),
  }
}

/**
 * A record that the SQL function `claim_deliveries` found to be delivered before. Holds the index of its
 * claim, its position in the delivery, and whether it came with other content.
 */
type Taken = readonly [claim: number, place: number, isOther: boolean]

function takenRecords({ admission }: AdmittedEntry, taken: readonly Taken[]) {
  const groups = groupedClaims(admission.claims)
  const recordsOf = (wanted: boolean) =>
    taken.flatMap(([claim, place, isOther]) => {
      const group = groups[claim - 1]
      return isOther === wanted ? (group?.records[group.places.indexOf(place)] ?? []) : []
    })
  const places = new Set(recordsOf(false))
  const others = new Set(recordsOf(true).filter((record) => !places.has(record)))
  return { places: [...places], others: [...others] }
}

interface LeftOut {
  readonly reason: 'stale' | 'seen' | 'over_limit' | 'busy'
  readonly used?: number
  readonly allowed?: number
}

function refusal(error: unknown, entry: AdmittedEntry, clock: Clock): AdmitOutcome | Error {
  const { detail = '' } = error as { detail?: string }
  switch (sqlState(error)) {
    case alreadySettledSqlState:
      return { outcome: 'settled' }
    case takenAlready:
      return { outcome: 'duplicates', ...takenRecords(entry, JSON.parse(detail) as Taken[]) }
    case overPlanSqlState:
      return entry.matched === null ? (error as Error) : planExceededError(entry.matched, detail, clock)
    case leftOut: {
      const { reason, used = 0, allowed = 0 } = JSON.parse(detail) as LeftOut
      if (reason === 'busy') return 'busy'
      if (reason !== 'over_limit') return null
      const reading = { meter: 'records', limit: allowed, used } as const
      return meterExceeded(reading, entry.arrival.records.length, clock.realNow()).for(
        entry.tableSchema.organizationId,
      )
    }
    default:
      throw error
  }
}
