import { numbersAfter } from '../../../domain/page.ts'
import type { DataRecord, RecordView } from '../../../domain/table/cell.ts'
import type { CurrentKeys, KeyRebuild, KeyRebuildStore } from '../../../ports/table/key-rebuild-store.ts'
import { noteRecords } from '../event/note-events.ts'
import type { MemoryStore, StoredKeyRebuild } from '../store.ts'
import type { Writes } from '../writes.ts'

export function keyRebuildStore(store: MemoryStore, writes: Writes): KeyRebuildStore {
  return {
    begin: async ({ id, dataTableId }) => {
      if ([...store.keyRebuilds.values()].some((one) => one.dataTableId === dataTableId)) return false
      writes.put(store.keyRebuilds, id, {
        dataTableId,
        keys: new Map(),
        waiting: [],
        changed: new Set<string>(),
      })
      return true
    },
    isRunning: async (dataTableId) =>
      [...store.keyRebuilds.values()].some((one) => one.dataTableId === dataTableId),
    waitForChanges: async () => {},
    takeChanged: async (rebuild, most) => takeChanged(store, writes, rebuild, most),
    records: async ({ dataTableId }, after, most) => pageOfRecords(store, dataTableId, after, most),
    write: async (rebuild, rows) => {
      if (!store.keyRebuilds.has(rebuild.id)) return false
      const own = ownOf(store, rebuild)
      const { keys: before, waiting: others } = own
      const [keys, waiting] = [new Map(before), [...others]]
      for (const { recordId, key, version } of rows) {
        const holder = keys.get(key)
        const isKnown =
          holder?.recordId === Number(recordId) ||
          waiting.some((one) => one.key === key && one.recordId === recordId)
        if (isKnown) continue
        if (holder !== undefined) waiting.push({ key, no: String(noAfter(waiting)), recordId })
        else keys.set(key, { recordId: Number(recordId), version })
      }
      writes.put(store.keyRebuilds, rebuild.id, { ...own, keys, waiting })
      return true
    },
    countDuplicates: async (rebuild) => {
      const { waiting } = ownOf(store, rebuild)
      const groups = new Set(waiting.map(({ key }) => key)).size
      return { groups, records: waiting.length + groups }
    },
    duplicates: async (rebuild, most) => duplicatesOf(store, rebuild, most),
    merge: async (rebuild, groups, by) => mergeGroups(store, writes, rebuild, groups, by),
    adopt: async (rebuild) => {
      if (!store.keyRebuilds.has(rebuild.id)) return false
      writes.put(store.keys, rebuild.dataTableId, ownOf(store, rebuild).keys)
      writes.drop(store.keyRebuilds, rebuild.id)
      return true
    },
    drop: async (dataTableId) => writes.drop(store.keys, dataTableId),
    abandon: async ({ id }) => writes.drop(store.keyRebuilds, id),
  }
}

function ownOf(store: MemoryStore, { id }: KeyRebuild): StoredKeyRebuild {
  const rebuild = store.keyRebuilds.get(id)
  if (rebuild === undefined) throw new Error('The key rebuild does not exist; it must be begun first')
  return rebuild
}

function dataOf(store: MemoryStore, { dataTableId }: KeyRebuild, recordId: string): DataRecord | null {
  return store.records.get(dataTableId)?.get(Number(recordId)) ?? null
}

/** Returns records of a table in the order in which they arrived. */
function pageOfRecords(
  store: MemoryStore,
  dataTableId: string,
  after: Parameters<KeyRebuildStore['records']>[1],
  most: number,
): Awaited<ReturnType<KeyRebuildStore['records']>> {
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

/**
 * Returns records whose new key another record already has, each with the record that keeps the key. They are
 * duplicates that can be merged.
 */
function duplicatesOf(
  store: MemoryStore,
  rebuild: KeyRebuild,
  most: number,
): Awaited<ReturnType<KeyRebuildStore['duplicates']>> {
  const { keys, waiting } = ownOf(store, rebuild)
  const inOrder = waiting.toSorted((a, b) =>
    a.key < b.key ? -1 : a.key > b.key ? 1 : Number(a.no) - Number(b.no),
  )
  const duplicates = inOrder
    .slice(0, most)
    .map((one) => ({ ...one, data: dataOf(store, rebuild, one.recordId) }))
  const keepers = new Map(
    duplicates.map(({ key }) => {
      const recordId = String(keys.get(key)?.recordId)
      return [key, { key, recordId, data: dataOf(store, rebuild, recordId) }] as const
    }),
  )
  return { duplicates, keepers }
}

/** Merges groups of records: writes the kept record of each group and deletes the others. */
function mergeGroups(
  store: MemoryStore,
  writes: Writes,
  rebuild: KeyRebuild,
  { kept, removed, settled, current }: Parameters<KeyRebuildStore['merge']>[1],
  { requestId, at }: Parameters<KeyRebuildStore['merge']>[2],
): boolean {
  if (!store.keyRebuilds.has(rebuild.id)) return false
  const own = ownOf(store, rebuild)
  const { dataTableId, keys: before, waiting } = own
  const keys = new Map(before)
  const records = new Map(store.records.get(dataTableId))
  for (const { recordId, key, version, data } of kept) {
    keys.set(key, { recordId: Number(recordId), version })
    records.set(Number(recordId), data)
  }
  for (const recordId of removed) records.delete(Number(recordId))
  moveCurrentKeys(store, writes, dataTableId, current)
  writes.put(store.records, dataTableId, records)
  const changes = kept
    .filter(({ columns }) => columns.length > 0)
    .map(({ recordId, columns }) => ({ dataTableId, recordId, at, requestId, apiKeyId: null, columns }))
  writes.put(store.changes, dataTableId, [...(store.changes.get(dataTableId) ?? []), ...changes])
  const recordIds = changes.map(({ recordId }) => recordId)
  noteRecords(store, writes, 'record.updated', { dataTableId, recordIds, at })
  const left = waiting.filter(({ no }) => !settled.includes(no))
  const changed = new Set([...own.changed].filter((id) => !recordIds.includes(id)))
  writes.put(store.keyRebuilds, rebuild.id, { dataTableId, keys, waiting: left, changed })
  return true
}

/** Deletes the keys of merged records by the current match columns, and gives each kept record its key. */
function moveCurrentKeys(
  store: MemoryStore,
  writes: Writes,
  dataTableId: string,
  { released, claimed }: CurrentKeys,
): void {
  const before = store.keys.get(dataTableId)
  if (before === undefined) return
  const keys = new Map(before)
  for (const { key, recordId } of released) if (keys.get(key)?.recordId === Number(recordId)) keys.delete(key)
  for (const { key, recordId, version } of claimed)
    if (!keys.has(key)) keys.set(key, { recordId: Number(recordId), version })
  writes.put(store.keys, dataTableId, keys)
}

/**
 * Takes some changed records, deletes their new keys, and returns them with the duplicates of these keys, like the SQL
 * function `take_key_changes`.
 */
function takeChanged(
  store: MemoryStore,
  writes: Writes,
  rebuild: KeyRebuild,
  most: number,
): Awaited<ReturnType<KeyRebuildStore['takeChanged']>> {
  const own = ownOf(store, rebuild)
  const taken = new Set([...own.changed].slice(0, most))
  if (taken.size === 0) return null
  const freed = new Set(
    [...own.keys].filter(([, { recordId }]) => taken.has(String(recordId))).map(([key]) => key),
  )
  const isLeft = (one: StoredKeyRebuild['waiting'][number]) => !taken.has(one.recordId) && !freed.has(one.key)
  const waiting = own.waiting.filter((one) => !isLeft(one)).map(({ recordId }) => recordId)
  writes.put(store.keyRebuilds, rebuild.id, {
    ...own,
    keys: new Map([...own.keys].filter(([key]) => !freed.has(key))),
    waiting: own.waiting.filter(isLeft),
    changed: new Set([...own.changed].filter((id) => !taken.has(id))),
  })
  const ids = [...new Set([...taken, ...waiting])].toSorted((a, b) => Number(a) - Number(b))
  return ids.flatMap((id) => {
    const data = dataOf(store, rebuild, id)
    return data === null ? [] : [{ id, data }]
  })
}

/** Returns the next number of a duplicate, after those of all duplicates that wait. */
function noAfter(waiting: StoredKeyRebuild['waiting']): number {
  return Number(waiting.at(-1)?.no ?? -1) + 1
}
