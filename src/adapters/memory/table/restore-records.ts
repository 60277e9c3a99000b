import { versionOfRecord } from '../../../domain/table/keyed-records.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import type { RecordConflict, RecordRestoration, RestoredRecords } from '../../../ports/table/records.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Moves records of an entry of the bin back into their table: see `RecordStore.restore`. */
export function restoreRecords(
  store: MemoryStore,
  writes: Writes,
  recordKeys: RecordKeys,
  { dataTableId, binEntryId, recordIds, after, most }: RecordRestoration,
): RestoredRecords {
  const table = store.tables.get(dataTableId)
  const inBin = new Map(store.deletedRecords.get(binEntryId))
  const found = [...inBin]
    .toSorted(([a], [b]) => a - b)
    .filter(([id]) => id > Number(after ?? 0) && (recordIds === null || recordIds.includes(String(id))))
    .slice(0, most)
  const records = new Map(store.records.get(dataTableId))
  const keys = new Map(store.keys.get(dataTableId))
  const match = table?.match ?? null
  const keyOf =
    table === undefined || match === null
      ? () => null
      : recordKeys.readerFor({ columns: match.columns, defaultCountry: table.defaultCountry })
  const conflicts: RecordConflict[] = []
  let restored = 0
  // The last record of a key gets it, because it was the record of the key last.
  for (const [id, data] of found.toReversed()) {
    const key = keyOf(data)
    const holder = key === null ? undefined : keys.get(key)
    if (holder !== undefined && records.has(holder.recordId)) {
      conflicts.unshift({ recordId: String(id), existingId: String(holder.recordId) })
      continue
    }
    if (key !== null && match !== null) keys.set(key, { recordId: id, version: versionOfRecord(data, match) })
    records.set(id, data)
    inBin.delete(id)
    restored++
  }
  writes.put(store.records, dataTableId, new Map([...records].toSorted(([a], [b]) => a - b)))
  if (match !== null) writes.put(store.keys, dataTableId, keys)
  writes.put(store.deletedRecords, binEntryId, inBin)
  return { restored, conflicts, next: found.length === most ? String(found.at(-1)?.[0]) : null }
}
