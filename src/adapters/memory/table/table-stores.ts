import { startOfLedger } from '../../../domain/arrival/ledger-position.ts'
import { mostRecordsPerAppend } from '../../../domain/table/cell.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { changedColumns, fold, type KeyedRecord, versionOf } from '../../../domain/table/keyed-records.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { TableShape } from '../../../domain/table/table-shape.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { countOf, type MemoryStore } from '../store.ts'
import { without } from '../without.ts'
import type { Writes } from '../writes.ts'
import { columnMembers } from './column-members.ts'
import { keyingStore } from './keying-store.ts'
import { Upsert } from './upsert.ts'

/** Returns the stores of projects, data tables and records for one transaction. */
export function tableStores(
  store: MemoryStore,
  writes: Writes,
  recordKeys: RecordKeys,
): Pick<Transaction, 'projects' | 'dataTables' | 'records' | 'keyings' | 'indexes' | 'views'> {
  function tableOf(organizationId: string, id: string): DataTable | null {
    const stored = store.owned(store.tables, organizationId, id)
    return stored && without(stored, 'end')
  }

  /**
   * Returns an `Upsert` that works out what the rows add and change; null for a table without match columns.
   */
  function upsertOf(table: DataTable, rows: readonly KeyedRecord[]): Upsert | null {
    const { match } = table
    if (match === null) return null
    const { blank } = new TableShape(table)
    return new Upsert(store, table.id, fold(rows, match), { match, blank })
  }

  return {
    indexes: {
      choose: async (dataTableId, columns) => writes.put(store.indexes, dataTableId, columns),
    },
    views: {
      of: async (dataTableId) => [...store.views.values()].filter((view) => view.dataTableId === dataTableId),
      find: async (organizationId, id) => store.owned(store.views, organizationId, id),
      put: async (view) => writes.put(store.views, view.id, view),
      remove: async (id) => writes.drop(store.views, id),
    },
    keyings: keyingStore(store, writes),
    projects: {
      add: async (project) => writes.put(store.projects, project.id, project),
      lock: async (organizationId, id) => store.owned(store.projects, organizationId, id),
      save: async (project) => writes.put(store.projects, project.id, project),
      remove: async (id) => writes.drop(store.projects, id),
    },
    dataTables: {
      ...columnMembers(store, writes),
      add: async (table) => writes.put(store.tables, table.id, { ...table, end: startOfLedger }),
      find: async (organizationId, id) => tableOf(organizationId, id),
      lock: async (organizationId, id) => tableOf(organizationId, id),
      save: async (table) => {
        const end = store.tables.get(table.id)?.end ?? startOfLedger
        writes.put(store.tables, table.id, { ...table, end })
      },
      remove: async (id) => {
        writes.drop(store.tables, id)
        writes.drop(store.records, id)
        writes.drop(store.appends, id)
        writes.drop(store.keys, id)
        writes.drop(store.changes, id)
        writes.drop(store.mappings, id)
        writes.drop(store.indexes, id)
        for (const view of store.views.values())
          if (view.dataTableId === id) writes.drop(store.views, view.id)
      },
      countOf: async (organizationId) => countOf(store.tables, organizationId),
      anyIn: async (projectId) => [...store.tables.values()].some((one) => one.projectId === projectId),
    },
    records: {
      enter: async ({ importId, table, columns, requestId, at }) => {
        const staged = store.imports.get(importId)
        const present = store.tables.get(table.id)
        if (staged === undefined || present?.schemaVersion !== table.schemaVersion) return null
        const batches = [...staged.batches].toSorted(([a], [b]) => a - b).map(([, rows]) => rows)
        const upsert = upsertOf(table, batches.flat())
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
        if (after === undefined)
          batches.flat().forEach(({ record }, index) => records.set(ids[index] ?? 0, record))
        else {
          writes.put(store.keys, table.id, after.keys)
          writes.put(store.changes, table.id, after.changes({ at, requestId, apiKeyId: null }))
        }
        writes.put(store.records, table.id, records)
        writes.put(store.appends, table.id, appends)
        const changed = columns === null ? 0 : 1
        writes.put(store.tables, table.id, {
          ...present,
          columns: columns ?? present.columns,
          schemaVersion: present.schemaVersion + changed,
          revision: present.revision + changed,
          end: { seq, records: total },
        })
        writes.drop(store.imports, importId)
        return upsert?.countsOf(batches.flat().length) ?? { inserted: ids.length }
      },
      isImporting: async (dataTableId) =>
        [...store.imports.values()].some((one) => one.dataTableId === dataTableId),
      change: async ({ table, recordId, cells, requestId, at }) => {
        const id = Number(recordId)
        const stored = isRecordId(recordId) ? store.records.get(table.id)?.get(id) : undefined
        if (stored === undefined) return 'missing'
        const columns = changedColumns(stored, cells)
        if (columns.length === 0) return 'unchanged'
        const after = { ...stored, ...cells }
        if (table.match !== null) {
          const keyOf = recordKeys.readerFor({
            columns: table.match.columns,
            defaultCountry: table.defaultCountry,
          })
          const key = keyOf(after)
          const keys = new Map(store.keys.get(table.id))
          const holder = key === null ? undefined : keys.get(key)
          if (holder !== undefined && holder.recordId !== id) return 'matched'
          const own = keyOf(stored)
          if (own !== null && keys.get(own)?.recordId === id) keys.delete(own)
          if (key !== null) keys.set(key, { recordId: id, version: versionOf(after, table.match) })
          writes.put(store.keys, table.id, keys)
        }
        writes.put(store.records, table.id, new Map(store.records.get(table.id)).set(id, after))
        const changes = store.changes.get(table.id) ?? []
        const one = { dataTableId: table.id, recordId, at, requestId, apiKeyId: null, columns }
        writes.put(store.changes, table.id, [...changes, one])
        return 'changed'
      },
      remove: async (dataTableId, recordIds) => {
        const records = new Map(store.records.get(dataTableId))
        const gone = new Set(
          recordIds
            .filter(isRecordId)
            .map(Number)
            .filter((id) => records.delete(id)),
        )
        if (gone.size === 0) return 0
        writes.put(store.records, dataTableId, records)
        const keys = [...(store.keys.get(dataTableId) ?? [])]
        const left = keys.filter(([, key]) => !gone.has(key.recordId))
        if (left.length < keys.length) writes.put(store.keys, dataTableId, new Map(left))
        return gone.size
      },
      clear: async () => 0,
    },
  }
}

function inBlocks(rows: readonly KeyedRecord[]): readonly (readonly KeyedRecord[])[] {
  const blocks: KeyedRecord[][] = []
  for (let from = 0; from < rows.length; from += mostRecordsPerAppend)
    blocks.push(rows.slice(from, from + mostRecordsPerAppend))
  return blocks
}
