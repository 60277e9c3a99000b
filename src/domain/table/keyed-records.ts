import type { DataRecord } from '../record-cells.ts'
import type { Match } from './match.ts'
import { isOlder, recordVersion } from './record-version.ts'

/**
 * A record to be stored, with its match key, which identifies the stored record, and its version, which says
 * how new it is.
 */
export interface KeyedRecord {
  readonly record: DataRecord
  /**
   * The match key of the record; null if a match column has no value. A record without a key is always added
   * as a new one.
   */
  readonly key: string | null
  /**
   * The value that says how new the record is, as sortable text; empty if the table has no `newerBy` column.
   */
  readonly version: string
  /**
   * Older records of the same request with the same match key, oldest first. Each changes the stored record
   * only if that is not newer. Present only if the table has a `newerBy` column.
   */
  readonly older?: readonly OlderPart[]
}

interface OlderPart {
  readonly record: DataRecord
  readonly version: string
}

/** The numbers of records that a request with records inserted, updated and left unchanged. */
export interface MatchCounts {
  readonly inserted: number
  readonly updated: number
  /**
   * The number of records that changed nothing: the table had the same values or newer ones, or another
   * record of the request replaced them.
   */
  readonly unchanged: number
}

export function versionOfRecord(record: DataRecord, { newerBy }: Match): string {
  if (newerBy === null) return ''
  return recordVersion(Object.hasOwn(record, newerBy) ? record[newerBy] : null)
}

export function keyed(
  records: readonly DataRecord[],
  match: Match,
  keyOf: (record: DataRecord) => string | null,
): readonly KeyedRecord[] {
  return records.map((record) => ({ record, key: keyOf(record), version: versionOfRecord(record, match) }))
}

/**
 * Combines records of a request with the same key into one, with the same result as if they were sent one
 * after the other. If the match says `update`, later and newer values win, and missing columns keep their
 * values. If it says `ignore`, the first record wins.
 */
export function mergeByKey(records: readonly KeyedRecord[], match: Match): readonly KeyedRecord[] {
  const keys = records.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size === keys.length) return records
  const folded: KeyedRecord[] = []
  const places = new Map<string, number>()
  for (const keyedRecord of records) {
    const place = keyedRecord.key === null ? undefined : places.get(keyedRecord.key)
    const before = place === undefined ? undefined : folded[place]
    if (place === undefined || before === undefined) {
      if (keyedRecord.key !== null) places.set(keyedRecord.key, folded.length)
      folded.push(keyedRecord)
    } else if (match.onMatch === 'update') folded[place] = after(before, keyedRecord)
  }
  return folded
}

function after(before: KeyedRecord, keyedRecord: KeyedRecord): KeyedRecord {
  if (isOlder(keyedRecord.version, before.version)) return before
  if (keyedRecord.version === before.version)
    return { ...before, record: mergeCells(before.record, keyedRecord.record) }
  const { record, version, older = [] } = before
  return { ...keyedRecord, older: [...older, { record, version }] }
}

/**
 * Returns the cells that an incoming record writes to a stored record with the version `stored`, which is empty
 * for a new record. Earlier records of the same request are included if they are not older than the stored
 * version.
 */
export function changesTo(stored: string, { record, older = [] }: KeyedRecord): DataRecord {
  return older
    .filter(({ version }) => !isOlder(version, stored))
    .reduceRight((said, part) => mergeCells(part.record, said), record)
}

/**
 * Returns a record with the values of another record over its own. Combines entries instead of assigning
 * them, because a column may be named "__proto__".
 */
export function mergeCells(below: DataRecord, above: DataRecord): DataRecord {
  return Object.fromEntries([...Object.entries(below), ...Object.entries(above)])
}

/** Returns whether a stored record has these values. A column that the record lacks has the value null. */
export function hasCells(stored: DataRecord, cells: DataRecord): boolean {
  return Object.entries(cells).every(
    ([column, cell]) => (Object.hasOwn(stored, column) ? (stored[column] ?? null) : null) === cell,
  )
}

/** Returns the columns in which an incoming record differs from the stored record. */
export function changedColumns(stored: DataRecord, record: DataRecord): readonly string[] {
  return Object.keys(record).filter(
    (column) => !Object.hasOwn(stored, column) || stored[column] !== record[column],
  )
}
