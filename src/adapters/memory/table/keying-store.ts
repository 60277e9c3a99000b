import { numbersAfter } from '../../../domain/page.ts'
import type { DataRecord, RecordView } from '../../../domain/table/cell.ts'
import type { Keying, KeyingStore } from '../../../ports/table/keying-store.ts'
import type { MemoryStore, StoredKeying } from '../store.ts'
import type { Writes } from '../writes.ts'

export function keyingStore(store: MemoryStore, writes: Writes): KeyingStore {
  return {
    begin: async ({ id, dataTableId }) => {
      if ([...store.keyings.values()].some((one) => one.dataTableId === dataTableId)) return false
      writes.put(store.keyings, id, { dataTableId, keys: new Map(), waiting: [] })
      return true
    },
    isRunning: async (dataTableId) =>
      [...store.keyings.values()].some((one) => one.dataTableId === dataTableId),
    records: async ({ dataTableId }, after, most) => pageOfRecords(store, dataTableId, after, most),
    write: async (keying, rows) => {
      if (!store.keyings.has(keying.id)) return false
      const { dataTableId, keys: before, waiting: others } = ownOf(store, keying)
      const [keys, waiting] = [new Map(before), [...others]]
      for (const { recordId, key, version } of rows) {
        if (keys.has(key)) waiting.push({ key, no: String(waiting.length), recordId })
        else keys.set(key, { recordId: Number(recordId), version })
      }
      writes.put(store.keyings, keying.id, { dataTableId, keys, waiting })
      return true
    },
    countDuplicates: async (keying) => {
      const { waiting } = ownOf(store, keying)
      const groups = new Set(waiting.map(({ key }) => key)).size
      return { groups, records: waiting.length + groups }
    },
    duplicates: async (keying, most) => duplicatesOf(store, keying, most),
    merge: async (keying, groups, by) => mergeGroups(store, writes, keying, groups, by),
    adopt: async (keying) => {
      if (!store.keyings.has(keying.id)) return false
      writes.put(store.keys, keying.dataTableId, ownOf(store, keying).keys)
      writes.drop(store.keyings, keying.id)
      return true
    },
    drop: async (dataTableId) => writes.drop(store.keys, dataTableId),
    abandon: async ({ id }) => writes.drop(store.keyings, id),
  }
}

function ownOf(store: MemoryStore, { id }: Keying): StoredKeying {
  const keying = store.keyings.get(id)
  if (keying === undefined) throw new Error('A keying is begun before anything else')
  return keying
}

function dataOf(store: MemoryStore, { dataTableId }: Keying, recordId: string): DataRecord | null {
  return store.records.get(dataTableId)?.get(Number(recordId)) ?? null
}

/** Returns records of a table in the order in which they arrived. */
function pageOfRecords(
  store: MemoryStore,
  dataTableId: string,
  after: Parameters<KeyingStore['records']>[1],
  most: number,
): Awaited<ReturnType<KeyingStore['records']>> {
  const [seq, id] = numbersAfter({ limit: most, after }) ?? [0, 0]
  const records = store.records.get(dataTableId)
  const placed = (store.appends.get(dataTableId) ?? []).flatMap((append) =>
    Array.from({ length: append.count }, (_, index) => append.firstId + index).flatMap((recordId) => {
      const data = records?.get(recordId)
      const isAhead = append.seq > seq || (append.seq === seq && recordId > id)
      return data === undefined || !isAhead ? [] : [{ seq: append.seq, recordId, data, at: append.at }]
    }),
  )
  const items = placed.slice(0, most)
  const last = items.at(-1)
  return {
    items: items.map(({ recordId, data, at }): RecordView => ({ id: String(recordId), data, createdAt: at })),
    next: last === undefined ? after : `${last.seq}.${last.recordId}`,
  }
}

/** Returns records whose key another record has, and the records that keep these keys. */
function duplicatesOf(
  store: MemoryStore,
  keying: Keying,
  most: number,
): Awaited<ReturnType<KeyingStore['duplicates']>> {
  const { keys, waiting } = ownOf(store, keying)
  const inOrder = waiting.toSorted((a, b) =>
    a.key < b.key ? -1 : a.key > b.key ? 1 : Number(a.no) - Number(b.no),
  )
  const duplicates = inOrder
    .slice(0, most)
    .map((one) => ({ ...one, data: dataOf(store, keying, one.recordId) }))
  const keepers = new Map(
    duplicates.map(({ key }) => {
      const recordId = String(keys.get(key)?.recordId)
      return [key, { key, recordId, data: dataOf(store, keying, recordId) }] as const
    }),
  )
  return { duplicates, keepers }
}

/** Merges groups of records: writes the kept record of each group and deletes the others. */
function mergeGroups(
  store: MemoryStore,
  writes: Writes,
  keying: Keying,
  { kept, removed, settled }: Parameters<KeyingStore['merge']>[1],
  { requestId, at }: Parameters<KeyingStore['merge']>[2],
): void {
  const { dataTableId, keys: before, waiting } = ownOf(store, keying)
  const keys = new Map(before)
  const records = new Map(store.records.get(dataTableId))
  for (const { recordId, key, version, data } of kept) {
    keys.set(key, { recordId: Number(recordId), version })
    records.set(Number(recordId), data)
  }
  for (const recordId of removed) records.delete(Number(recordId))
  writes.put(store.records, dataTableId, records)
  const changes = kept
    .filter(({ columns }) => columns.length > 0)
    .map(({ recordId, columns }) => ({ dataTableId, recordId, at, requestId, apiKeyId: null, columns }))
  writes.put(store.changes, dataTableId, [...(store.changes.get(dataTableId) ?? []), ...changes])
  const left = waiting.filter(({ no }) => !settled.includes(no))
  writes.put(store.keyings, keying.id, { dataTableId, keys, waiting: left })
}
