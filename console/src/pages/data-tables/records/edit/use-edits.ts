import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TableRecord } from '../../../../api/schema.ts'
import { useChangeRecord } from '../../../../api/table/record-edits.ts'
import { recordsByIdQuery } from '../../../../api/table/records-by-id.ts'
import { showProblem } from '../../../../components/problem/show-problem.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { type Edit, editOf, isUnchangedSince, pastedEdits, typedCell } from './cell-edits.ts'
import { mostPastedRows, type Pasted } from './clipboard.ts'

export interface Edits {
  readonly save: (record: TableRecord, column: string, text: string) => Promise<void>
  readonly paste: (
    records: readonly TableRecord[],
    names: readonly string[],
    cells: Pasted,
  ) => Promise<unknown>
  /**
   * Undoes the user's last change of cells. Records whose changed cells hold other values in the meantime are
   * left as they are.
   */
  readonly undo: () => Promise<unknown>
}

/** Returns functions that change cells of a table, and undo the changes while the page is open. */
export function useEdits(dataTableId: string): Edits {
  const change = useChangeRecord(dataTableId)
  const client = useQueryClient()
  const done = useRef<(readonly Edit[])[]>([])

  const apply = async (edits: readonly Edit[]): Promise<{ applied: readonly Edit[]; fault: unknown }> => {
    const applied: Edit[] = []
    for (const edit of edits) {
      try {
        await change.mutateAsync({ recordId: edit.recordId, data: edit.after })
        applied.push(edit)
      } catch (fault) {
        return { applied, fault }
      }
    }
    return { applied, fault: null }
  }

  return {
    save: async (record, column, text) => {
      const before = record.data[column] ?? null
      if (text === String(before ?? '')) return
      const edit = editOf(record, { [column]: typedCell(text, before) })
      await change.mutateAsync({ recordId: record.id, data: edit.after })
      done.current.push([edit])
    },
    paste: async (records, names, cells) => {
      if (cells.length > mostPastedRows)
        return showProblem(
          new Error(
            `At most ${mostPastedRows} rows can be pasted into a table at once. Import a file instead`,
          ),
        )
      const edits = pastedEdits(records, names, cells)
      const { applied, fault } = await apply(edits)
      if (applied.length > 0) done.current.push(applied)
      if (fault !== null)
        return showProblem(
          fault,
          edits.length === 1 ? undefined : `${applied.length} of ${edits.length} rows were changed`,
        )
      if (cells.length > records.length || cells.some((row) => row.length > names.length))
        return showDone(
          `${applied.length} rows were changed; the other pasted cells did not fit into this table`,
        )
      if (applied.length > 1) showDone(`${applied.length} rows were changed. Press Ctrl+Z to undo`)
    },
    undo: async () => {
      const last = done.current.pop()
      if (last === undefined) return
      try {
        // Reads the changed records from the service before the undo, because the list may not show them.
        const ids = last.map(({ recordId }) => recordId)
        const items = await client.fetchQuery({ ...recordsByIdQuery(dataTableId, ids), staleTime: 0 })
        const now = new Map(items.map((record) => [record.id, record.data] as const))
        const mine = last.filter((edit) => isUnchangedSince(edit, now.get(edit.recordId)))
        const { applied, fault } = await apply(
          mine.map(({ recordId, before, after }) => ({ recordId, before: after, after: before })),
        )
        if (fault !== null) {
          done.current.push(mine.slice(applied.length))
          return showProblem(fault, `Undone in part: ${applied.length} of ${last.length} rows were restored`)
        }
        if (mine.length < last.length)
          return showDone(
            `Undone: ${mine.length} of ${last.length} rows were restored; the other rows were changed or deleted since`,
          )
        showDone(last.length === 1 ? 'Undone' : `Undone: ${last.length} rows were restored`)
      } catch (fault) {
        done.current.push(last)
        showProblem(fault, 'The last edit was not undone')
      }
    },
  }
}
