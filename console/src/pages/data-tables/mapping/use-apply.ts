import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAdmit, type Wanted } from '../../../api/arrival/arrivals.ts'
import { mappingsQuery, useSaveMapping } from '../../../api/arrival/mappings.ts'
import type { ArrivalsAdmitted, Column, DataTable, Mapping, StoredMapping } from '../../../api/schema.ts'
import { useAddColumn, useChangeColumn } from '../../../api/table/columns.ts'
import { dataTableQuery, dataTablesQuery, useChangeDataTable } from '../../../api/table/data-tables.ts'
import { canonical } from '../../../components/settings/canonical.ts'
import { visibleAtFirst } from '../import/visible-columns.ts'

export interface Order {
  readonly mapping: Mapping
  readonly newColumns: readonly string[]
  /** The types of new columns by their names; absent for text. */
  readonly types?: Readonly<Record<string, NonNullable<Column['type']>>>
  readonly opens: boolean
  /** Whether the mapping replaces a version that another user has saved meanwhile. */
  readonly replaces: boolean
  /** The held arrivals to admit after the mapping is saved; null to admit none. */
  readonly admits: Wanted | null
}

/**
 * Applies a mapping: adds columns, saves the mapping, opens the table and admits held arrivals. A retry after
 * a failure does not repeat the saved steps, and creates no second mapping if the first answer was lost.
 */
export function useApply(table: DataTable, stored: Pick<StoredMapping, 'id' | 'version'> | null) {
  const client = useQueryClient()
  // Keeps the version that the user opened. A later version would let the editor replace changes that the user has
  // not seen.
  const saved = useRef(stored)
  /** Whether the table had no columns at the first attempt; null before it. */
  const isDesigned = useRef<boolean | null>(null)
  /** The mappings that were sent so far, of which the service may have created one. */
  const sent = useRef<Mapping[]>([])
  const { mutateAsync: addColumn } = useAddColumn(table.id)
  const { mutateAsync: changeColumn } = useChangeColumn(table.id)
  const { mutateAsync: save } = useSaveMapping(table.id)
  const { mutateAsync: change } = useChangeDataTable(table.id)
  const { mutateAsync: admit } = useAdmit()
  const findCreated = async () => {
    const { items } = await client.fetchQuery({ ...mappingsQuery(table.id), staleTime: 0 })
    return items.find((mapping) => sent.current.some((each) => isSameMapping(each, mapping))) ?? null
  }
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({
      mapping,
      newColumns,
      types = {},
      opens,
      replaces,
      admits,
    }: Order): Promise<ArrivalsAdmitted | null> => {
      isDesigned.current ??= table.columns.length === 0
      sent.current.push(mapping)
      const created = saved.current === null ? await findCreated() : null
      saved.current ??= created
      const createColumns = isDesigned.current && saved.current === null
      if (!createColumns && newColumns.length > 0) {
        // Loads the columns again: an earlier attempt whose answer was lost, or another user, may have added them.
        const present = await client.fetchQuery({ ...dataTableQuery(table.id), staleTime: 0 })
        const existing = new Set(present.columns.map(({ name }) => name))
        for (const name of newColumns) if (!existing.has(name)) await addColumn(name)
      }
      const before = saved.current && {
        id: saved.current.id,
        version: replaces ? null : saved.current.version,
      }
      if (created === null || !isSameMapping(mapping, created))
        saved.current = await save({ saved: before, mapping, createColumns })
      for (const [column, type] of Object.entries(types))
        if (type !== 'text') await changeColumn({ column, changes: { type }, revision: null })
      // Makes the columns of a new table visible to spinners, as an import does.
      if (isDesigned.current)
        await change({ changes: { metadataColumns: visibleAtFirst(newColumns) }, revision: null })
      if (opens) await change({ changes: { acceptsAnyFormat: true }, revision: null })
      const admitted = admits === null ? null : await admit(admits)
      await client.invalidateQueries({ queryKey: dataTablesQuery.queryKey })
      return admitted
    },
  })
}

/** Returns true if two mappings have the same rules. */
function isSameMapping(mapping: Mapping, other: Mapping): boolean {
  return canonical(rulesOf(mapping)) === canonical(rulesOf(other))
}

function rulesOf({ name, action, match, root, deliveryId, versionTime, fields }: Mapping) {
  return {
    name,
    action,
    match,
    root,
    deliveryId: deliveryId ?? null,
    versionTime: versionTime ?? null,
    fields,
  }
}
