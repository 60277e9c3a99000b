import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAdmit, type Wanted } from '../../../api/arrival/arrivals.ts'
import { useSaveMapping } from '../../../api/arrival/mappings.ts'
import type { ArrivalsAdmitted, DataTable, Mapping } from '../../../api/schema.ts'
import { useAddColumn } from '../../../api/table/columns.ts'
import { dataTablesQuery, useChangeDataTable } from '../../../api/table/data-tables.ts'
import { visibleAtFirst } from '../import/visible-columns.ts'

interface Order {
  readonly mapping: Mapping
  readonly newColumns: readonly string[]
  readonly opens: boolean
  /** The held arrivals to admit after the mapping is saved; null to admit none. */
  readonly admits: Wanted | null
}

/**
 * Applies a mapping: adds columns, saves the mapping, opens the table and admits held arrivals. A retry after
 * a failure does not repeat the saved steps.
 */
export function useApply(table: DataTable, mappingId: string | null) {
  const client = useQueryClient()
  const saved = useRef(mappingId)
  const added = useRef(new Set<string>())
  const { mutateAsync: addColumn } = useAddColumn(table.id)
  const { mutateAsync: save } = useSaveMapping(table.id)
  const { mutateAsync: change } = useChangeDataTable(table.id)
  const { mutateAsync: admit } = useAdmit()
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ mapping, newColumns, opens, admits }: Order): Promise<ArrivalsAdmitted | null> => {
      const isDesigned = table.columns.length === 0
      for (const name of isDesigned ? [] : newColumns) {
        if (added.current.has(name)) continue
        await addColumn(name)
        added.current.add(name)
      }
      const { id } = await save({ mappingId: saved.current, mapping, createColumns: isDesigned })
      saved.current = id
      // Makes the columns of a new table visible to spinners, as an import does.
      if (isDesigned) await change({ metadataColumns: visibleAtFirst(newColumns) })
      if (opens) await change({ intake: 'open' })
      const admitted = admits === null ? null : await admit(admits)
      await client.invalidateQueries({ queryKey: dataTablesQuery.queryKey })
      return admitted
    },
  })
}
