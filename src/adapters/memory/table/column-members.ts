import type { DataRecord } from '../../../domain/table/cell.ts'
import type { DataTableStore } from '../../../ports/table/data-tables.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the methods of the data table store that change columns, for one transaction. */
export function columnMembers(
  store: MemoryStore,
  writes: Writes,
): Pick<DataTableStore, 'addColumns' | 'renameColumn' | 'removeColumn'> {
  /**
   * Renames or deletes the cells of a column in all records of a table, with those in the bin. `nameOf` returns the new name of a
   * cell, or null to delete it.
   */
  const change = (dataTableId: string, nameOf: (name: string) => string | null) => {
    const changed = (data: DataRecord) =>
      Object.fromEntries(
        Object.entries(data).flatMap(([name, cell]) => {
          const after = nameOf(name)
          return after === null ? [] : [[after, cell] as const]
        }),
      )
    const records = [...(store.records.get(dataTableId) ?? [])].map(
      ([id, data]) => [id, changed(data)] as const,
    )
    writes.put(store.records, dataTableId, new Map(records))
    for (const { id, kind, dataTableId: of } of store.binEntries.values()) {
      if (kind !== 'records' || of !== dataTableId) continue
      const deleted = [...(store.deletedRecords.get(id) ?? [])].map(
        ([recordId, data]) => [recordId, changed(data)] as const,
      )
      writes.put(store.deletedRecords, id, new Map(deleted))
    }
  }
  return {
    addColumns: async () => {},
    renameColumn: async (dataTableId, from, to) => {
      const renamed = (name: string) => (name === from ? to : name)
      change(dataTableId, renamed)
      const indexes = store.indexes.get(dataTableId) ?? []
      writes.put(
        store.indexes,
        dataTableId,
        indexes.map((column) => column && renamed(column)),
      )
      const changes = store.changes.get(dataTableId) ?? []
      const told = changes.map((one) => ({ ...one, columns: one.columns.map(renamed) }))
      writes.put(store.changes, dataTableId, told)
    },
    removeColumn: async (dataTableId, column) => {
      change(dataTableId, (name) => (name === column ? null : name))
      const indexes = store.indexes.get(dataTableId) ?? []
      writes.put(
        store.indexes,
        dataTableId,
        indexes.filter((one) => one !== column),
      )
    },
  }
}
