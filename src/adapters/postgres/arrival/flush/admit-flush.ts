import { meterExceeded } from '../../../../domain/plan/meter.ts'
import { periodOf } from '../../../../domain/plan/period.ts'
import type { Admission, Admitted } from '../../../../ports/arrival/record-intake.ts'
import { sqlState } from '../../faults.ts'
import { retryingAlone } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import { settledMeanwhile } from '../arrival-store.ts'
import { claimKey, groupedClaims, settlementValues } from './admission-values.ts'
import type { Entry, Writer } from './intake-commits.ts'
import { Lanes, ofLanes } from './lanes.ts'
import {
  type MatchedEntry,
  matchedValues,
  ofMatched,
  overLimit,
  type Written,
  withoutRoom,
} from './upsert-flush.ts'

export interface AdmittedEntry extends Entry {
  readonly admission: Admission
  /** What no two entries of one flush may have in common. */
  readonly claims: readonly string[]
  /** Only into a table with match columns. */
  readonly matched: MatchedEntry | null
}

export type AdmitOutcome = Admitted | 'busy' | null

const ofArrivals = [
  'claim_tables',
  'claim_keys',
  'claim_places',
  'claim_times',
  'claim_seconds',
  'settled_ids',
  'settled_revisions',
  'settled_states',
  'settled_codes',
  'settled_accepted',
  'settled_facts',
] as const

const ofAll = ['p_now', 'p_period', ...ofLanes, 'lane_mappings', ...ofArrivals] as const
const admitNew = sqlFunction('admit_new_records', ...ofAll, 'entry_counts')
const admitMatched = sqlFunction('admit_matched_records', ...ofAll, ...ofMatched)

/** Raised for an entry that came alone, with what stands in its way. */
const takenAlready = 'SP004'
const leftOut = 'SP005'

/** Admissions, all of them or none; alone, one is told why. */
export async function writeAdmissions(
  connection: Writer,
  entries: readonly AdmittedEntry[],
  now: Date,
): Promise<(AdmitOutcome | Error)[]> {
  try {
    return await retryingAlone(entries.length, () => write(connection, entries, now))
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
    ...claimValues(entries),
    ...settlementValues(entries.flatMap(({ admission }) => admission.settlement ?? [])),
  }
  if (matched.length === 0) {
    const counts = entries.map(({ arrival }) => arrival.records.length)
    await connection.write(...admitNew({ ...values, entry_counts: counts }))
    return counts.map((inserted) => ({ outcome: 'appended', receipt: { inserted } }))
  }
  const call = admitMatched({ ...values, ...matchedValues(matched, lanes) })
  const written = await connection.write<Written>(...call)
  return written.map(({ inserted, updated, unchanged }) => ({
    outcome: 'appended',
    receipt: { inserted, updated, unchanged },
  }))
}

function claimValues(entries: readonly AdmittedEntry[]) {
  const claims = entries.flatMap(({ admission, shape }) =>
    groupedClaims(admission.claims).map((claim) => ({ ...claim, tableId: shape.tableId })),
  )
  return {
    claim_tables: claims.map(({ tableId }) => tableId),
    claim_keys: claims.map(claimKey),
    claim_places: claims.map(({ places }) => `{${places.join(',')}}`),
    claim_times: claims.map(({ at }) => at),
    claim_seconds: claims.map(({ seconds }) => seconds),
  }
}

function takenPositions(
  { admission }: AdmittedEntry,
  taken: readonly (readonly [claim: number, place: number])[],
): readonly number[] {
  const groups = groupedClaims(admission.claims)
  return taken.flatMap(([claim, place]) => {
    const group = groups[claim - 1]
    return group?.positions[group.places.indexOf(place)] ?? []
  })
}

interface LeftOut {
  readonly reason: 'stale' | 'seen' | 'over_limit' | 'busy'
  readonly used?: number
  readonly allowed?: number
}

function refusal(error: unknown, entry: AdmittedEntry, now: Date): AdmitOutcome | Error {
  const { detail = '' } = error as { detail?: string }
  switch (sqlState(error)) {
    case settledMeanwhile:
      return { outcome: 'settled' }
    case takenAlready:
      return {
        outcome: 'duplicates',
        places: takenPositions(entry, JSON.parse(detail) as [number, number][]),
      }
    case withoutRoom:
      return entry.matched === null ? (error as Error) : overLimit(entry.matched, detail, now)
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
