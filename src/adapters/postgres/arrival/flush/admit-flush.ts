import { meterExceeded } from '../../../../domain/plan/meter.ts'
import { periodOf } from '../../../../domain/plan/period.ts'
import type { Admission, Admitted } from '../../../../ports/arrival/record-appender.ts'
import { sqlState } from '../../faults.ts'
import { retryLostRace } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import { alreadySettledSqlState } from '../arrival-store.ts'
import { claimContentsOf, comparedKey, groupedClaims, settlementValues } from './admission-values.ts'
import type { Entry, Writer } from './append-commits.ts'
import { Lanes, laneArguments } from './lanes.ts'
import {
  type MatchedEntry,
  matchedArguments,
  matchedValues,
  overPlanSqlState,
  planExceededError,
  type UpsertCounts,
} from './upsert-flush.ts'

export interface AdmittedEntry extends Entry {
  readonly admission: Admission
  /**
   * Texts that identify the claims and record keys of the entry. Entries that share a key are never written
   * in one flush; the later waits for the next.
   */
  readonly lockKeys: readonly string[]
  /** The entry's rows and keys as `upsert_records` takes them; null for a table without match columns. */
  readonly matched: MatchedEntry | null
}

export type AdmitOutcome = Admitted | 'busy' | null

const ofArrivals = [
  'claim_tables',
  'claim_keys',
  'claim_places',
  'claim_contents',
  'claim_times',
  'claim_seconds',
  'settled_ids',
  'settled_revisions',
  'settled_states',
  'settled_codes',
  'settled_accepted',
  'settled_facts',
] as const

const ofKeys = ['entry_keys', 'entry_fingerprints'] as const
const ofAll = ['p_now', 'p_period', ...laneArguments, 'lane_mappings', ...ofKeys, ...ofArrivals] as const
const admitAppends = sqlFunction('admit_appends', ...ofAll, 'entry_counts')
const admitUpserts = sqlFunction('admit_upserts', ...ofAll, ...matchedArguments)

/** SQLSTATEs with which a flush of a single entry refuses it. The error's detail tells the reason. */
const takenAlready = 'SP004'
const leftOut = 'SP005'

/**
 * Writes the admitted arrivals of a flush, all of them or none. If a flush of a single arrival is refused,
 * its outcome is the reason.
 */
export async function writeAdmissions(
  connection: Writer,
  entries: readonly AdmittedEntry[],
  now: Date,
): Promise<(AdmitOutcome | Error)[]> {
  try {
    return await retryLostRace(entries.length, () => write(connection, entries, now))
  } catch (error) {
    const [alone] = entries
    if (entries.length > 1 || alone === undefined) throw error
    return [refusal(error, alone, now)]
  }
}

async function write(
  connection: Writer,
  entries: readonly AdmittedEntry[],
  now: Date,
): Promise<AdmitOutcome[]> {
  const matched = entries.flatMap((entry) => entry.matched ?? [])
  const lanes = new Lanes()
  const values = {
    p_now: now,
    p_period: periodOf(now),
    ...lanes.valuesOf(entries, ({ admission }) => admission.mappingVersions),
    lane_mappings: lanes.mappings,
    ...keyValues(entries),
    ...claimValues(entries),
    ...settlementValues(entries.flatMap(({ admission }) => admission.settlement ?? [])),
  }
  if (matched.length === 0) {
    const counts = entries.map(({ arrival }) => arrival.records.length)
    await connection.write(...admitAppends({ ...values, entry_counts: counts }))
    return counts.map((inserted) => ({ outcome: 'appended', receipt: { inserted } }))
  }
  const call = admitUpserts({ ...values, ...matchedValues(matched, lanes) })
  const written = await connection.write<UpsertCounts>(...call)
  return written.map(({ inserted, updated, unchanged }) => ({
    outcome: 'appended',
    receipt: { inserted, updated, unchanged },
  }))
}

function claimValues(entries: readonly AdmittedEntry[]) {
  const claims = entries.flatMap(({ admission, shape, arrival }) =>
    groupedClaims(admission.claims).map((claim) => ({
      ...claim,
      tableId: shape.tableId,
      // A key that is stored with the records needs no comparison: storing it fails if a request with the
      // same key has claimed the records.
      key: comparedKey(claim, arrival.idempotency !== null),
    })),
  )
  return {
    claim_tables: claims.map(({ tableId }) => tableId),
    claim_keys: claims.map(({ key }) => key),
    claim_places: claims.map(({ places }) => `{${places.join(',')}}`),
    claim_contents: claims.map(claimContentsOf),
    claim_times: claims.map(({ at }) => at),
    claim_seconds: claims.map(({ seconds }) => seconds),
  }
}

/**
 * A record that `claim_deliveries` could not claim: the number of the claim, the record's place in the
 * delivery, and whether it was claimed with other content.
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

function keyValues(entries: readonly AdmittedEntry[]) {
  const keys = entries.map(({ arrival: { idempotency } }) => idempotency)
  const isAny = keys.some((key) => key !== null)
  return {
    entry_keys: isAny ? keys.map((key) => key?.key ?? null) : null,
    entry_fingerprints: isAny ? keys.map((key) => key?.fingerprint ?? null) : null,
  }
}

interface LeftOut {
  readonly reason: 'stale' | 'seen' | 'over_limit' | 'busy'
  readonly used?: number
  readonly allowed?: number
}

function refusal(error: unknown, entry: AdmittedEntry, now: Date): AdmitOutcome | Error {
  const { detail = '' } = error as { detail?: string }
  switch (sqlState(error)) {
    case alreadySettledSqlState:
      return { outcome: 'settled' }
    case takenAlready:
      return { outcome: 'duplicates', ...takenRecords(entry, JSON.parse(detail) as Taken[]) }
    case overPlanSqlState:
      return entry.matched === null ? (error as Error) : planExceededError(entry.matched, detail, now)
    case leftOut: {
      const { reason, used = 0, allowed = 0 } = JSON.parse(detail) as LeftOut
      if (reason === 'busy') return 'busy'
      if (reason !== 'over_limit') return null
      const reading = { meter: 'records', limit: allowed, used } as const
      return meterExceeded(reading, entry.arrival.records.length, now).for(entry.shape.organizationId)
    }
    default:
      throw error
  }
}
