import { duplicateExclusions, tooManyRecipients } from '../../../../domain/job/audience/named-audience.ts'
import { meterExceeded } from '../../../../domain/plan/meter.ts'
import type { Arrival } from '../../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { StartedJob } from '../../../../ports/job/job-starter.ts'
import { type Entry, Lanes } from '../../arrival/flush/append-flush.ts'
import {
  type MatchedEntry,
  matchedEntryOf,
  matchedLists,
  matchedValues,
  overPlanSqlState,
  planExceededError,
} from '../../arrival/flush/upsert-flush.ts'
import type { Database } from '../../database.ts'
import { sqlState } from '../../faults.ts'
import { retryLostRace } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import {
  type OrderWithOptions,
  requestValue,
  type StartedRow,
  startedByOf,
  startedJobsOf,
  triggerValues,
  withAudit,
} from './start-values.ts'

/**
 * A trigger request whose body contains records and that is about to be written, with the records as JSON text.
 */
export interface EntryWithRecords extends Entry, OrderWithOptions<'records'> {
  /**
   * The record keys of the records in the trigger's body, for a table with match columns. Two triggers that
   * share a key are never written in one commit; the later waits for the next.
   */
  readonly lockKeys: readonly string[]
  /**
   * The records and keys of the trigger as upsert_records takes them; null for a table without match columns.
   */
  readonly matched: MatchedEntry | null
}

export type FlushedStart = StartedJob | null | 'busy'

const ofAll = ['p_now', 'p_period', 'p_lanes', 'p_entries', 'p_rows', 'p_triggers'] as const
const startAppending = sqlFunction('start_jobs_appending', ...ofAll)
const startUpserting = sqlFunction('start_jobs_upserting', ...ofAll, 'p_keys', 'p_versions', 'p_older')

/**
 * Prepares a trigger whose body contains records for a shared commit. If a person sent it from the console,
 * its records are added under the table's own token.
 */
export function entryWithRecords(
  requested: OrderWithOptions<'records'>,
  tokenDigest: string,
): EntryWithRecords {
  const { caller } = requested.order
  const { records, requestId, target } = requested.audience
  const { tableSchema } = target
  const sent = { dataTableId: tableSchema.tableId, records, idempotency: null, requestId }
  const arrival: Arrival =
    caller.kind === 'session'
      ? { ...sent, credential: { kind: 'webhookUrl', digest: tokenDigest }, entered: { apiKeyId: null } }
      : { ...sent, credential: caller }
  const matched = matchedEntryOf(arrival, tableSchema)
  if (matched !== null) return { ...requested, ...matched, matched }
  const json = JSON.stringify(tableSchema.complete(records))
  return { ...requested, arrival, tableSchema, json, lockKeys: [], matched: null }
}

/**
 * Refuses a trigger that brings more records than its job may have recipients, before anything is written.
 */
export function assertNotTooMany({ options, audience, matched }: EntryWithRecords): void {
  const { maxRecipients } = options
  const recipients = matched?.rows.length ?? audience.records.length
  if (maxRecipients !== null && recipients > maxRecipients) throw tooManyRecipients(recipients, maxRecipients)
}

/**
 * SQLSTATE with which a commit of several triggers fails if some of them cannot be written. The error's
 * detail lists these triggers with reasons; the commit is repeated without them.
 */
const leftOut = 'SP005'

interface LeftOut {
  readonly entry: number
  readonly reason: 'stale' | 'seen' | 'over_limit' | 'busy' | 'not_started'
  readonly used: number | null
  readonly allowed: number | null
}

/** Writes the records and the jobs of several triggers, and leaves out triggers that cannot be written. */
export async function writeStartsWithRecords(
  database: Database,
  entries: readonly EntryWithRecords[],
  clock: Clock,
): Promise<(FlushedStart | Error)[]> {
  const outcomes = new Map<EntryWithRecords, FlushedStart | Error>()
  for (let rest = entries; rest.length > 0; rest = rest.filter((entry) => !outcomes.has(entry))) {
    try {
      const going = rest
      const started = await retryLostRace(going.length, () => write(database, going, clock))
      for (const [index, entry] of going.entries()) outcomes.set(entry, started[index] ?? null)
    } catch (error) {
      const refused = refusedIn(error, rest, clock)
      if (refused.size === 0) throw error
      for (const [entry, outcome] of refused) outcomes.set(entry, outcome)
    }
  }
  return entries.map((entry) => outcomes.get(entry) ?? null)
}

async function write(
  database: Database,
  entries: readonly EntryWithRecords[],
  clock: Clock,
): Promise<(StartedJob | null)[]> {
  const orders = entries.map(({ order }) => order)
  const requests = entries.map(({ order, options, audience, matched }) => {
    const folded = matched === null ? 0 : audience.records.length - matched.rows.length
    return { ...requestValue(options, duplicateExclusions(folded), clock.now()), ...startedByOf(order) }
  })
  const lanes = new Lanes(entries)
  const values = { ...triggerValues(orders, requests, clock), p_rows: lanes.rows }
  // Passes no idempotency keys with the records, because each key is stored with the answer of its trigger.
  const entryLists = { ...lanes.entryLists, keys: null, fingerprints: null }
  const matched = entries.flatMap((entry) => entry.matched ?? [])
  const counts = entries.map(({ audience }) => audience.records.length)
  const call =
    matched.length === 0
      ? startAppending({
          ...values,
          p_lanes: lanes.lists,
          p_entries: { ...entryLists, counts, contents: null },
        })
      : startUpserting({
          ...values,
          ...matchedValues(matched),
          p_lanes: { ...lanes.lists, blanks: lanes.blanks },
          p_entries: { ...entryLists, ...matchedLists(matched) },
        })
  return startedJobsOf(orders, await database.writeThenFlush<StartedRow>(...withAudit(call, orders)))
}

/**
 * Returns the outcome of each trigger because of which a commit of several triggers failed, read from the
 * detail of the error. The caller commits the other triggers again without these. Returns an empty map if the
 * error names no trigger.
 */
function refusedIn(
  error: unknown,
  entries: readonly EntryWithRecords[],
  clock: Clock,
): ReadonlyMap<EntryWithRecords, FlushedStart | Error> {
  const refused = new Map<EntryWithRecords, FlushedStart | Error>()
  const { detail = '' } = error as { readonly detail?: string }
  const [alone] = entries
  if (sqlState(error) === overPlanSqlState && entries.length === 1 && alone?.matched)
    refused.set(alone, planExceededError(alone.matched, detail, clock))
  if (sqlState(error) !== leftOut) return refused
  for (const { entry: no, reason, used, allowed } of JSON.parse(detail) as LeftOut[]) {
    const entry = entries[no - 1]
    if (entry === undefined) continue
    const { audience, tableSchema } = entry
    const reading = { meter: 'records', limit: Number(allowed), used: Number(used) } as const
    if (reason === 'busy') refused.set(entry, 'busy')
    else if (reason !== 'over_limit') refused.set(entry, null)
    else
      refused.set(
        entry,
        meterExceeded(reading, audience.records.length, clock.realNow()).for(tableSchema.organizationId),
      )
  }
  return refused
}
