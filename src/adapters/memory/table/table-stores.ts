import { startOfLedger } from '../../../domain/arrival/ledger-position.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { omitFields } from '../omit-fields.ts'
import { countOf, type MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { columnMembers } from './column-members.ts'
import { keyRebuildStore } from './key-rebuild-store.ts'
import { recordStore } from './record-store.ts'
import { tokenMembers } from './token-members.ts'

/** Returns the stores of projects, data tables and records for one transaction. */
export function tableStores(
  store: MemoryStore,
  writes: Writes,
  recordKeys: RecordKeys,
): Pick<Transaction, 'projects' | 'dataTables' | 'records' | 'keyRebuilds' | 'views'> {
  function tableOf(organizationId: string, id: string): DataTable | null {
    const stored = store.owned(store.tables, organizationId, id)
    return stored && omitFields(stored, 'end')
  }

  const hasBinned = (projectId: string) =>
    [...store.binnedTables.values(), ...store.binnedSpinners.values()].some(
      (one) => one.projectId === projectId,
    )

  return {
    views: {
      of: async (dataTableId) => [...store.views.values()].filter((view) => view.dataTableId === dataTableId),
      find: async (organizationId, id) => store.owned(store.views, organizationId, id),
      put: async (view) => writes.put(store.views, view.id, view),
      putOwn: async (layout) => {
        const { id = layout.id } =
          [...store.views.values()].find(
            ({ userId, dataTableId }) => userId === layout.userId && dataTableId === layout.dataTableId,
          ) ?? {}
        writes.put(store.views, id, { ...layout, id })
      },
      remove: async (id) => writes.drop(store.views, id),
    },
    keyRebuilds: keyRebuildStore(store, writes),
    projects: {
      add: async (project) => writes.put(store.projects, project.id, project),
      lock: async (organizationId, id) => store.owned(store.projects, organizationId, id),
      save: async (project) => writes.put(store.projects, project.id, project),
      remove: async (id) => {
        const project = store.projects.get(id)
        writes.drop(store.projects, id)
        if (project !== undefined && hasBinned(id)) writes.put(store.binnedProjects, id, project)
      },
      forget: async (id) => {
        if (!hasBinned(id)) writes.drop(store.binnedProjects, id)
      },
    },
    dataTables: {
      ...columnMembers(store, writes),
      ...tokenMembers(store, writes),
      add: async (table) => writes.put(store.tables, table.id, { ...table, end: startOfLedger }),
      find: async (organizationId, id) => tableOf(organizationId, id),
      lock: async (organizationId, id) => tableOf(organizationId, id),
      personRulesOf: async (organizationId, id) => {
        const { tables, binnedTables } = store
        const table = store.owned(tables, organizationId, id) ?? store.owned(binnedTables, organizationId, id)
        return table && { match: table.match, defaultCountry: table.defaultCountry }
      },
      save: async (table) => {
        const end = store.tables.get(table.id)?.end ?? startOfLedger
        writes.put(store.tables, table.id, { ...table, end })
      },
      remove: async (id) => {
        writes.drop(store.tables, id)
        writes.drop(store.binnedTables, id)
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
    records: recordStore(store, writes, recordKeys),
  }
}
