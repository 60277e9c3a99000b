import type { BinEntry } from '../../../domain/bin/bin-entry.ts'
import { cellsIn, mostRecordsPerAppend } from '../../../domain/table/cell.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import {
  changedColumns,
  hasCells,
  type KeyedRecord,
  mergeByKey,
  versionOfRecord,
} from '../../../domain/table/keyed-records.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { TableShape } from '../../../domain/table/table-shape.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import {
  type LedgerEntry,
  type RecordChange,
  type RecordChanges,
  type RecordStore,
  tableChangedError,
} from '../../../ports/table/records.ts'
import { noteRecords } from '../event/note-events.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { noteKeyChanges } from './key-changes.ts'
import { restoreRecords } from './restore-records.ts'
import { Upsert } from './upsert.ts'

/** Returns the store of records for one transaction. */
export function recordStore(store: MemoryStore, writes: Writes, recordKeys: RecordKeys): RecordStore {
  return {
    enter: async (staged) => enterImport(store, writes, staged),
    isImporting: async (dataTableId) =>
      [...store.imports.values()].some((one) => one.dataTableId === dataTableId),
    change: async (change) => changeCells(store, writes, recordKeys, change),
    changeSeveral: async (changes) => changeSeveral(store, writes, recordKeys, changes),
    chooseIndexes: async (dataTableId, columns) => writes.put(store.indexes, dataTableId, columns),
    remove: async (entry, recordIds) => removeRecords(store, writes, entry, recordIds),
    restore: async (restoration) => restoreRecords(store, writes, recordKeys, restoration),
    clear: async () => 0,
  }
}

/** Adds the staged rows of an import to their table and its ledger. */
function enterImport(
  store: MemoryStore,
  writes: Writes,
  { importId, table, created, requestId, at }: LedgerEntry,
): Awaited<ReturnType<RecordStore['enter']>> {
  const staged = store.imports.get(importId)
  const present = store.tables.get(table.id)
  if (staged === undefined || present?.schemaVersion !== table.schemaVersion) return null
  const batches = [...staged.batches].toSorted(([a], [b]) => a - b).map(([, rows]) => rows)
  const upsert = upsertOf(store, table, batches.flat())
  const added = upsert === null ? batches : inBlocks(upsert.added)
  const appends = [...(store.appends.get(table.id) ?? [])]
  const ids: number[] = []
  const by = { requestId, apiKeyId: null, keyless: 'import' as const }
  let { seq, records: total } = present.end
  for (const rows of added) {
    const firstId = store.takeBlock()
    ids.push(...rows.map((_, index) => firstId + index))
    appends.push({ seq: ++seq, firstId, count: rows.length, at, ...by })
    total += rows.length
  }
  const after = upsert?.after((index) => ids[index] ?? 0)
  const records = after?.records ?? new Map(store.records.get(table.id))
  if (after === undefined) batches.flat().forEach(({ record }, index) => records.set(ids[index] ?? 0, record))
  else {
    writes.put(store.keys, table.id, after.keys)
    writes.put(store.changes, table.id, after.changes({ at, requestId, apiKeyId: null }))
  }
  writes.put(store.records, table.id, records)
  writes.put(store.appends, table.id, appends)
  const changed = created.length === 0 ? 0 : 1
  writes.put(store.tables, table.id, {
    ...present,
    columns: [...present.columns, ...created],
    schemaVersion: present.schemaVersion + changed,
    revision: present.revision + changed,
    end: { seq, records: total },
  })
  writes.drop(store.imports, importId)
  const changedIds = upsert?.changed.map(({ recordId }) => recordId) ?? []
  noteRecords(store, writes, 'record.updated', { dataTableId: table.id, recordIds: changedIds, at })
  noteRecords(store, writes, 'record.added', { dataTableId: table.id, recordIds: ids, at })
  return upsert?.countsOf(batches.flat().length) ?? { inserted: ids.length }
}

/** Changes cells of a record, and the key by which the record is recognized. */
function changeCells(
  store: MemoryStore,
  writes: Writes,
  recordKeys: RecordKeys,
  { table, recordId, cells, expected, requestId, apiKeyId, at }: RecordChange,
): Awaited<ReturnType<RecordStore['change']>> {
  const id = Number(recordId)
  const stored = isRecordId(recordId) ? store.records.get(table.id)?.get(id) : undefined
  if (stored === undefined) return 'missing'
  if (expected !== undefined && !hasCells(stored, expected)) return 'differs'
  const columns = changedColumns(stored, cells)
  if (columns.length === 0) return 'unchanged'
  if (store.tables.get(table.id)?.schemaVersion !== table.schemaVersion) throw tableChangedError()
  const after = { ...stored, ...cells }
  if (table.match !== null) {
    const keyOf = recordKeys.readerFor({
      columns: table.match.columns,
      defaultCountry: table.defaultCountry,
    })
    const key = keyOf(after)
    const keys = new Map(store.keys.get(table.id))
    const holder = key === null ? undefined : keys.get(key)
    const isTaken = holder !== undefined && store.records.get(table.id)?.has(holder.recordId) === true
    if (isTaken && holder.recordId !== id) return 'matched'
    const own = keyOf(stored)
    if (own !== null && keys.get(own)?.recordId === id) keys.delete(own)
    if (key !== null) keys.set(key, { recordId: id, version: versionOfRecord(after, table.match) })
    writes.put(store.keys, table.id, keys)
  }
  writes.put(store.records, table.id, new Map(store.records.get(table.id)).set(id, after))
  const changes = store.changes.get(table.id) ?? []
  const one = { dataTableId: table.id, recordId, at, requestId, apiKeyId, columns }
  writes.put(store.changes, table.id, [...changes, one])
  noteKeyChanges(store, writes, table.id, [recordId])
  noteRecords(store, writes, 'record.updated', { dataTableId: table.id, recordIds: [recordId], at })
  return { before: cellsIn(stored, columns), after: cellsIn(cells, columns) }
}

function changeSeveral(
  store: MemoryStore,
  writes: Writes,
  recordKeys: RecordKeys,
  { records, ...common }: RecordChanges,
): Awaited<ReturnType<RecordStore['changeSeveral']>> {
  return new Map(
    records.map(({ recordId, ...cells }) => {
      const outcome = changeCells(store, writes, recordKeys, { ...common, ...cells, recordId })
      return [recordId, outcome === 'matched' ? 'differs' : outcome] as const
    }),
  )
}

/** Moves records into an entry of the bin, and deletes their keys. Returns the number of deleted records. */
function removeRecords(
  store: MemoryStore,
  writes: Writes,
  entry: BinEntry,
  recordIds: readonly string[],
): number {
  const { id: binEntryId, dataTableId } = entry
  const before = store.records.get(dataTableId)
  const records = new Map(before)
  const gone = new Set(
    recordIds
      .filter(isRecordId)
      .map(Number)
      .filter((id) => records.delete(id)),
  )
  if (gone.size === 0) return 0
  writes.put(store.records, dataTableId, records)
  const inBin = new Map(store.deletedRecords.get(binEntryId))
  for (const id of gone) inBin.set(id, before?.get(id) ?? {})
  writes.put(store.deletedRecords, binEntryId, inBin)
  const earlier = store.binEntries.get(binEntryId)
  writes.put(store.binEntries, binEntryId, {
    ...(earlier ?? entry),
    records: (earlier?.records ?? 0) + gone.size,
    deleteAt: earlier !== undefined && earlier.deleteAt > entry.deleteAt ? earlier.deleteAt : entry.deleteAt,
  })
  const keys = [...(store.keys.get(dataTableId) ?? [])]
  const left = keys.filter(([, key]) => !gone.has(key.recordId))
  if (left.length < keys.length) writes.put(store.keys, dataTableId, new Map(left))
  noteKeyChanges(store, writes, dataTableId, [...gone].map(String))
  return gone.size
}

/**
 * Returns an `Upsert` that works out what the rows add and change; null for a table without match columns.
 */
function upsertOf(store: MemoryStore, table: DataTable, rows: readonly KeyedRecord[]): Upsert | null {
  const { match } = table
  if (match === null) return null
  const { blank } = new TableShape(table)
  return new Upsert(store, table.id, mergeByKey(rows, match), { match, blank })
}

function inBlocks(rows: readonly KeyedRecord[]): readonly (readonly KeyedRecord[])[] {
  const blocks: KeyedRecord[][] = []
  for (let from = 0; from < rows.length; from += mostRecordsPerAppend)
    blocks.push(rows.slice(from, from + mostRecordsPerAppend))
  return blocks
}
