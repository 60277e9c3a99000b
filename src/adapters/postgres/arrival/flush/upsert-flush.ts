import { TableBusy } from '../../../../domain/arrival/table-busy.ts'
import type { DomainError } from '../../../../domain/errors.ts'
import { meterExceeded } from '../../../../domain/plan/meter.ts'
import { periodOf } from '../../../../domain/plan/period.ts'
import type { KeyedRecord, MatchCounts } from '../../../../domain/table/keyed-records.ts'
import type { TableSchema } from '../../../../domain/table/table-schema.ts'
import type { Arrival } from '../../../../ports/arrival/record-appender.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { Timers } from '../../../../ports/timers.ts'
import { sqlState, uniqueViolation } from '../../faults.ts'
import { isLostRace, retryLostRace } from '../../lost-race.ts'
import { sqlFunction } from '../../sql-function.ts'
import { firstPauseMs, untilKeysAreFree } from '../../table/lock-keys.ts'
import { type Appended, type Entry, keyLists, Lanes, type Writer } from './append-flush.ts'

/** An arrival for a table with match columns, with its records merged so that each key has one row. */
export interface MatchedEntry extends Entry {
  readonly rows: readonly KeyedRecord[]
  /**
   * The record keys of the arrival. Two arrivals with the same key are never written in one commit, even if
   * their tables differ; the later waits for the next commit.
   */
  readonly lockKeys: readonly string[]
}

/** Prepares an arrival for a commit of several; null for a table without match columns. */
export function matchedEntryOf(arrival: Arrival, tableSchema: TableSchema): MatchedEntry | null {
  const rows = tableSchema.merged(arrival.records)
  if (rows === null) return null
  const json = JSON.stringify(rows.map(({ record }) => record))
  return { arrival, tableSchema, json, rows, lockKeys: rows.flatMap(({ key }) => key ?? []) }
}

/**
 * The outcome of an upsert. `busy` means that an import has locked the record keys of the table, so nothing
 * was written.
 */
type Outcome = Appended | 'busy'

export interface UpsertCounts extends MatchCounts {
  readonly entry: number
  readonly reason: 'stale' | 'seen' | 'busy' | null
}

const upsertRecords = sqlFunction(
  'upsert_records',
  'p_now',
  'p_period',
  'p_lanes',
  'p_entries',
  'p_rows',
  'p_keys',
  'p_versions',
  'p_older',
  'p_all_new',
)

const noKey = '0'.repeat(32)

/**
 * The number of new records in a row after which the next records of a table are expected to be new as well,
 * and inserted without a look-up.
 */
const manyNew = 500

/**
 * `UpsertFlush` writes the records of several requests to tables with match columns in one commit. It adds
 * records with new keys, and changes records with known keys.
 */
export class UpsertFlush {
  readonly #newInARow = new WeakMap<TableSchema, number>()

  async write(
    connection: Writer,
    entries: readonly MatchedEntry[],
    clock: Clock,
  ): Promise<(Outcome | Error)[]> {
    const values = valuesOf(entries, clock)
    const write = async (allNew: boolean) => {
      const call = upsertRecords({ ...values, p_all_new: allNew })
      const written = await connection.write<UpsertCounts>(...call)
      this.#note(entries, written)
      return outcomes(entries, written)
    }
    try {
      if (
        values.p_older === null &&
        entries.every(({ tableSchema }) => (this.#newInARow.get(tableSchema) ?? 0) >= manyNew)
      ) {
        const written = await write(true).catch(unlessKnown)
        if (written !== null) return written
        for (const { tableSchema } of entries) this.#newInARow.delete(tableSchema)
      }
      return await retryLostRace(entries.length, () => write(false))
    } catch (error) {
      const [alone] = entries
      if (sqlState(error) !== overPlanSqlState || entries.length > 1 || alone === undefined) throw error
      return [planExceededError(alone, (error as { detail: string }).detail, clock)]
    }
  }

  #note(entries: readonly MatchedEntry[], written: readonly UpsertCounts[]): void {
    for (const { entry: no, reason, inserted } of written) {
      const entry = entries[no - 1]
      if (reason !== null || entry === undefined) continue
      const { tableSchema, rows } = entry
      if (inserted < rows.length) this.#newInARow.delete(tableSchema)
      else this.#newInARow.set(tableSchema, (this.#newInARow.get(tableSchema) ?? 0) + inserted)
    }
  }
}

function valuesOf(entries: readonly MatchedEntry[], clock: Clock) {
  const lanes = new Lanes(entries)
  return {
    p_now: clock.now(),
    p_period: periodOf(clock.realNow()),
    p_lanes: { ...lanes.lists, blanks: lanes.blanks },
    p_entries: { ...lanes.entryLists, ...matchedLists(entries), ...keyLists(entries) },
    p_rows: lanes.rows,
    ...matchedValues(entries),
  }
}

/**
 * Returns, for each request, the number of its rows and the number of records that were merged into them, as
 * lists. These lists are taken only by the SQL functions for tables with match columns.
 */
export function matchedLists(entries: readonly Pick<MatchedEntry, 'rows' | 'arrival'>[]) {
  return {
    counts: entries.map(({ rows }) => rows.length),
    folded: entries.map(({ rows, arrival }) => arrival.records.length - rows.length),
  }
}

/**
 * Returns the record keys, versions and older records of the rows that are written. These arguments are taken
 * only by the SQL functions for tables with match columns.
 */
export function matchedValues(entries: readonly Pick<MatchedEntry, 'rows' | 'tableSchema'>[]) {
  const rows = entries.flatMap((entry) => entry.rows)
  return {
    p_keys: Buffer.from(rows.map(({ key }) => key ?? noKey).join(''), 'hex'),
    p_versions: entries.some(({ tableSchema }) => tableSchema.match?.newerBy !== null)
      ? rows.map(versionIn)
      : null,
    p_older: olderIn(rows),
  }
}

/**
 * Handles the error of writing rows that were all expected to be new. Returns null if a row's key was known,
 * so that the caller looks the keys up; throws any other error.
 */
function unlessKnown(error: unknown): null {
  if (sqlState(error) === uniqueViolation || isLostRace(error)) return null
  throw error
}

function outcomes(entries: readonly MatchedEntry[], written: readonly UpsertCounts[]): (Outcome | Error)[] {
  const answers: Outcome[] = entries.map(() => null)
  for (const { entry: no, reason, inserted, updated, unchanged } of written) {
    if (reason === null) answers[no - 1] = { answer: { inserted, updated, unchanged }, replayed: false }
    else if (reason === 'busy') answers[no - 1] = 'busy'
  }
  return answers
}

/**
 * Returns, as JSON, the older versions of records that were merged into the rows to write, by the number of
 * the row from 1. Null if there are none, as nearly always.
 */
function olderIn(rows: readonly KeyedRecord[]): string | null {
  const entries = rows.flatMap(({ older }, index) =>
    older === undefined ? [] : [[index + 1, older.map(({ record, version }) => ({ d: record, v: version }))]],
  )
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

/**
 * Returns the version of a record, which tells how new its values are; null if the table has no such column.
 */
function versionIn({ version }: KeyedRecord): string | null {
  return version === '' ? null : version
}

/**
 * SQLSTATE with which the database refuses the records of a single request because they exceed the plan. The
 * error's detail has the figures.
 */
export const overPlanSqlState = 'SP002'

export function planExceededError({ tableSchema }: MatchedEntry, detail: string, clock: Clock): DomainError {
  const { used, limit, requested } = JSON.parse(detail) as Record<'used' | 'limit' | 'requested', number>
  return meterExceeded({ meter: 'records', limit, used }, requested, clock.realNow()).for(
    tableSchema.organizationId,
  )
}

/**
 * Maximum time in milliseconds that a request with records waits while an import locks the record keys of its
 * table. Most sources give up their request after about this time.
 */
const maxWaitMs = 10_000
const maxWaiting = 1_000

/**
 * `UpsertQueue` retries writing records to a table while an import locks the record keys of that table. A
 * commit of several requests never waits for the import itself; otherwise it would hold up the records of all
 * other tables.
 */
export class UpsertQueue<One, Done> {
  readonly #timers: Timers
  readonly #submit: (entry: One) => Promise<Done | 'busy'>
  #waiting = 0

  constructor(timers: Timers, submit: (entry: One) => Promise<Done | 'busy'>) {
    this.#timers = timers
    this.#submit = submit
  }

  async write(entry: One): Promise<Done> {
    const first = await this.#submit(entry)
    if (first !== 'busy') return first
    if (this.#waiting >= maxWaiting) throw new TableBusy()
    this.#waiting++
    try {
      return await this.#again(entry)
    } finally {
      this.#waiting--
    }
  }

  async #again(entry: One): Promise<Done> {
    await this.#timers.sleep(firstPauseMs)
    return untilKeysAreFree(
      this.#timers,
      async () => {
        const outcome = await this.#submit(entry)
        if (outcome === 'busy') throw new TableBusy()
        return outcome
      },
      maxWaitMs,
    )
  }
}
