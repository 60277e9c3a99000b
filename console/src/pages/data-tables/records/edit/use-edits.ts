import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TableRecord } from '../../../../api/schema.ts'
import { useChangeRecord } from '../../../../api/table/record-edits.ts'
import { recordsByIdQuery } from '../../../../api/table/records-by-id.ts'
import { showProblem } from '../../../../components/problem/show-problem.tsx'
import { showDone } from '../../../../components/show-done.ts'
import {
  type Edit,
  editOf,
  isUnchangedSince,
  type Pasted,
  pastedEdits,
  reversed,
  typedCell,
} from './cell-edits.ts'
import { mostPastedRows } from './clipboard.ts'

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
  /** Makes the change again that the user undid last, under the same condition. */
  readonly redo: () => Promise<unknown>
}

/** The changes of one step that can be undone or made again, and the words for this. */
interface Way {
  readonly from: Edit[][]
  readonly to: Edit[][]
  readonly done: string
  readonly verb: string
}

/** Returns functions that change cells of a table, and undo and redo the changes while the page is open. */
export function useEdits(dataTableId: string): Edits {
  const change = useChangeRecord(dataTableId)
  const client = useQueryClient()
  const done = useRef<Edit[][]>([])
  const undone = useRef<Edit[][]>([])

  const apply = (edits: readonly Edit[]) => applyInTurn(edits, change.mutateAsync)

  const note = (edits: readonly Edit[]) => {
    if (edits.length === 0) return
    done.current.push([...edits])
    // Forgets what was undone, because it was undone from a state that is no more.
    undone.current = []
  }

  /** Reverses the last step of a list, and puts it on the other list. */
  const turn = async ({ from, to, done: word, verb }: Way) => {
    const last = from.pop()
    if (last === undefined) return
    try {
      // Reads the changed records from the service first, because the list may not show them.
      const ids = last.map(({ recordId }) => recordId)
      const items = await client.fetchQuery({ ...recordsByIdQuery(dataTableId, ids), staleTime: 0 })
      const now = new Map(items.map((record) => [record.id, record.data] as const))
      const mine = last.filter((edit) => isUnchangedSince(edit, now.get(edit.recordId)))
      const { applied, fault } = await apply(mine.map(reversed))
      if (applied.length > 0) to.push([...applied])
      if (fault !== null) {
        from.push(mine.slice(applied.length))
        return showProblem(fault, `${word} in part: ${applied.length} of ${last.length} rows were ${verb}`)
      }
      const left = mine.length < last.length ? '; the other rows were changed or deleted since' : ''
      const rows = left === '' ? `${last.length} rows` : `${mine.length} of ${last.length} rows`
      say(last.length === 1 && left === '' ? word : `${word}: ${rows} were ${verb}${left}`)
    } catch (fault) {
      from.push(last)
      showProblem(fault, `${word}: nothing was ${verb}`)
    }
  }

  return {
    save: async (record, column, text) => {
      const before = record.data[column] ?? null
      if (text === String(before ?? '')) return
      const edit = editOf(record, { [column]: typedCell(text, before) })
      await change.mutateAsync({ recordId: record.id, data: edit.after })
      note([edit])
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
      note(applied)
      if (fault !== null)
        return showProblem(
          fault,
          edits.length === 1 ? undefined : `${applied.length} of ${edits.length} rows were changed`,
        )
      if (cells.length > records.length || cells.some((row) => row.length > names.length))
        return say(`${applied.length} rows were changed; the other pasted cells did not fit into this table`)
      if (applied.length > 1) say(`${applied.length} rows were changed. Press Ctrl+Z to undo`)
    },
    undo: () => turn({ from: done.current, to: undone.current, done: 'Undone', verb: 'restored' }),
    redo: () => turn({ from: undone.current, to: done.current, done: 'Done again', verb: 'changed' }),
  }
}

/** Makes changes one after the other until one fails. Returns the changes that were made, and the fault. */
async function applyInTurn(
  edits: readonly Edit[],
  change: (one: { recordId: string; data: Edit['after'] }) => Promise<unknown>,
): Promise<{ applied: readonly Edit[]; fault: unknown }> {
  const made: Edit[] = []
  for (const edit of edits) {
    try {
      await change({ recordId: edit.recordId, data: edit.after })
      made.push(edit)
    } catch (fault) {
      return { applied: made, fault }
    }
  }
  return { applied: made, fault: null }
}

/** Shows what an edit did, in place of the notice about the edit before it. */
function say(message: string): void {
  showDone(message, 'record edits')
}
