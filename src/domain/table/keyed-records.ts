import type { DataRecord } from './cell.ts'
import type { Match } from './match.ts'
import { isOlder, recordVersion } from './record-version.ts'

/** A record with what identifies it. */
export interface KeyedRecord {
  readonly record: DataRecord
  /** Null for one that lacks a value in a match column: it is added without a look at the others. */
  readonly key: string | null
  /** Where the table says how new a record is; otherwise empty. */
  readonly version: string
  /**
   * What older ones of the same request say, from the oldest on: it counts where the stored record is not newer.
   * Only where the table says how new a record is.
   */
  readonly older?: readonly OlderPart[]
}

interface OlderPart {
  readonly record: DataRecord
  readonly version: string
}

/** What came of records that were sent in. */
export interface MatchCounts {
  readonly inserted: number
  readonly updated: number
  /** Those that the table had already in this form or a newer one, and those that another of the request stood for. */
  readonly unchanged: number
}

export function versionOf(record: DataRecord, { newerBy }: Match): string {
  if (newerBy === null) return ''
  return recordVersion(Object.hasOwn(record, newerBy) ? record[newerBy] : null)
}

export function keyed(
  records: readonly DataRecord[],
  match: Match,
  keyOf: (record: DataRecord) => string | null,
): readonly KeyedRecord[] {
  return records.map((record) => ({ record, key: keyOf(record), version: versionOf(record, match) }))
}

/**
 * One of those that have the same key: as if they had been sent one after the other. With `update` the last wins,
 * or the newest; what it does not say stays. With `ignore` the first does.
 */
export function fold(records: readonly KeyedRecord[], match: Match): readonly KeyedRecord[] {
  const keys = records.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size === keys.length) return records
  const folded: KeyedRecord[] = []
  const places = new Map<string, number>()
  for (const one of records) {
    const place = one.key === null ? undefined : places.get(one.key)
    const before = place === undefined ? undefined : folded[place]
    if (place === undefined || before === undefined) {
      if (one.key !== null) places.set(one.key, folded.length)
      folded.push(one)
    } else if (match.onMatch === 'update') folded[place] = after(before, one)
  }
  return folded
}

function after(before: KeyedRecord, one: KeyedRecord): KeyedRecord {
  if (isOlder(one.version, before.version)) return before
  if (one.version === before.version) return { ...before, record: overlaid(before.record, one.record) }
  const { record, version, older = [] } = before
  return { ...one, older: [...older, { record, version }] }
}

/**
 * What a record says to one that is stored in some version, or to none: of its older parts, those that are not older
 * than that.
 */
export function saidTo(stored: string, { record, older = [] }: KeyedRecord): DataRecord {
  return older
    .filter(({ version }) => !isOlder(version, stored))
    .reduceRight((said, part) => overlaid(part.record, said), record)
}

/** By entries and not by assignment: a column may be named "__proto__". */
export function overlaid(below: DataRecord, above: DataRecord): DataRecord {
  return Object.fromEntries([...Object.entries(below), ...Object.entries(above)])
}

/** The columns in which a record says something else than is stored. */
export function changedColumns(stored: DataRecord, record: DataRecord): readonly string[] {
  return Object.keys(record).filter(
    (column) => !Object.hasOwn(stored, column) || stored[column] !== record[column],
  )
}
