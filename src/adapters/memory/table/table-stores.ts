import { startOfLedger } from '../../../domain/arrival/ledger-place.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { countOf, type MemoryStore } from '../store.ts'
import { without } from '../without.ts'
import type { Writes } from '../writes.ts'

/** Projects, data tables and records, in one transaction. */
export function tableStores(
  store: MemoryStore,
  writes: Writes,
): Pick<Transaction, 'projects' | 'dataTables' | 'records'> {
  function tableOf(organizationId: string, id: string): DataTable | null {
    const stored = store.owned(store.tables, organizationId, id)
    return stored && without(stored, 'end')
  }

  return {
    projects: {
      add: async (project) => writes.put(store.projects, project.id, project),
      lock: async (organizationId, id) => store.owned(store.projects, organizationId, id),
      save: async (project) => writes.put(store.projects, project.id, project),
      remove: async (id) => writes.drop(store.projects, id),
    },
    dataTables: {
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
      },
      countOf: async (organizationId) => countOf(store.tables, organizationId),
      anyIn: async (projectId) => [...store.tables.values()].some((one) => one.projectId === projectId),
    },
    records: {
      enter: async ({ importId, table, columns, at }) => {
        const staged = store.imports.get(importId)
        const present = store.tables.get(table.id)
        if (staged === undefined || present?.schemaVersion !== table.schemaVersion) return false
        const records = new Map(store.records.get(table.id))
        const appends = [...(store.appends.get(table.id) ?? [])]
        let { seq, records: total } = present.end
        for (const [, rows] of [...staged.batches].toSorted(([a], [b]) => a - b)) {
          const firstId = store.takeBlock()
          rows.forEach((row, index) => records.set(firstId + index, row))
          appends.push({ seq: ++seq, firstId, count: rows.length, at })
          total += rows.length
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
        return true
      },
      remove: async (dataTableId, recordId) => {
        const records = new Map(store.records.get(dataTableId))
        if (!/^\d+$/.test(recordId) || !records.delete(Number(recordId))) return false
        writes.put(store.records, dataTableId, records)
        return true
      },
      clear: async () => 0,
    },
  }
}
