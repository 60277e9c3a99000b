import { useRef } from 'react'
import type { Cells, TableRecord } from '../../../../api/schema.ts'
import { useChangeRecord } from '../../../../api/table/record-edits.ts'
import { showProblem } from '../../../../components/problem/show-problem.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { mostPastedRows } from './clipboard.ts'

export type Pasted = readonly (readonly string[])[]

/** Of one record: what its cells held, and what they were changed to. */
interface Edit {
  readonly recordId: string
  readonly before: Cells
  readonly after: Cells
}

export interface Edits {
  readonly save: (record: TableRecord, column: string, text: string) => Promise<void>
  readonly paste: (
    records: readonly TableRecord[],
    names: readonly string[],
    cells: Pasted,
  ) => Promise<unknown>
  /** Takes back what was done last, but for cells that hold something else by now. */
  readonly undo: (rows: readonly TableRecord[]) => Promise<unknown>
}

/** What somebody changes in the cells of a table, and takes back as long as the page is open. */
export function useEdits(dataTableId: string): Edits {
  const change = useChangeRecord(dataTableId)
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
          new Error(`At most ${mostPastedRows} rows can be pasted at once. Import a file instead`),
        )
      const edits = records.map((record, row) =>
        editOf(
          record,
          Object.fromEntries(
            names.map((name, no) => [name, typedCell(cells[row]?.[no] ?? '', record.data[name] ?? null)]),
          ),
        ),
      )
      const { applied, fault } = await apply(edits)
      if (applied.length > 0) done.current.push(applied)
      if (fault !== null)
        return showProblem(
          fault,
          edits.length === 1 ? undefined : `${applied.length} of ${edits.length} rows were changed`,
        )
      if (applied.length > 1) showDone(`${applied.length} rows were changed; Ctrl+Z takes it back`)
    },
    undo: async (rows) => {
      const last = done.current.pop()
      if (last === undefined) return
      const now = new Map(rows.map((record) => [record.id, record.data] as const))
      const back = last
        .filter(({ recordId, after }) =>
          Object.entries(after).every(([name, cell]) => (now.get(recordId)?.[name] ?? null) === cell),
        )
        .map(({ recordId, before, after }) => ({ recordId, before: after, after: before }))
      const { applied, fault } = await apply(back)
      if (fault !== null)
        return showProblem(fault, `${applied.length} of ${last.length} rows were taken back`)
      if (back.length < last.length)
        return showDone(
          `${back.length} of ${last.length} rows were taken back; the others hold something else by now`,
        )
      showDone(last.length === 1 ? 'Taken back' : `${last.length} rows were taken back`)
    },
  }
}

function editOf({ id, data }: TableRecord, after: Cells): Edit {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, data[name] ?? null]))
  return { recordId: id, before, after }
}

/** What somebody has typed, as the cell is that stood there: a number stays one. */
function typedCell(text: string, before: Cells[string]): Cells[string] {
  if (text === '') return null
  if (typeof before === 'number' && text.trim() !== '' && String(Number(text)) === text.trim())
    return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
