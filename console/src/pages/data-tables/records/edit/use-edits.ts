import { useRef } from 'react'
import type { Cells, TableRecord } from '../../../../api/schema.ts'
import { type CellsChange, useChangeRecord, useChangeRecords } from '../../../../api/table/record-edits.ts'
import { counted } from '../../../../components/counted.ts'
import { offerUndo } from '../../../../components/offer-undo.tsx'
import { showProblem } from '../../../../components/problem/show-problem.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { type Edit, editOf, type Pasted, pastedEdits, typedCell } from './cell-edits.ts'
import { mostPastedRows } from './clipboard.ts'
import { type PresenceStep, type RecordPresence, useRecordPresence } from './record-presence.ts'

export interface Edits {
  readonly save: (record: TableRecord, column: string, text: string) => Promise<void>
  readonly paste: (
    records: readonly TableRecord[],
    names: readonly string[],
    cells: Pasted,
  ) => Promise<unknown>
  /** Notes a record that the user has added, so that undo deletes it. */
  readonly noteAdded: (recordId: string) => void
  /** Deletes records, and offers to undo that. */
  readonly remove: (ids: readonly string[]) => Promise<unknown>
  /** The progress of a deletion: whether one runs, and how many records it has deleted. */
  readonly deletion: RecordPresence['deletion']
  /** Gives cells of all these records the same values. Says what was changed, also after an interruption. */
  readonly setAll: (recordIds: readonly string[], data: Cells, watch: Watch) => Promise<unknown>
  /**
   * Undoes the user's last change of cells, addition or deletion. Records whose changed cells hold other values in the meantime are
   * left as they are.
   */
  readonly undo: () => Promise<unknown>
  /** Makes the change again that the user undid last, under the same condition. */
  readonly redo: () => Promise<unknown>
}

/** Follows a change of many records, and stops it. */
interface Watch {
  readonly onDone: (count: number) => void
  readonly signal: AbortSignal
}

/** A step of the history of edits: changed cells, or records that were added or deleted. */
type Step = { readonly edits: readonly Edit[] } | PresenceStep

/** The steps that can be undone or made again, and the words for this. */
interface Way {
  readonly from: Step[]
  readonly to: Step[]
  readonly done: string
  readonly verb: string
}

/** Returns functions that change cells of a table, and undo and redo the changes while the page is open. */
export function useEdits(dataTableId: string): Edits {
  const changeOne = useChangeRecord(dataTableId)
  const change = useChangeRecords(dataTableId)
  const presence = useRecordPresence(dataTableId)
  const done = useRef<Step[]>([])
  const undone = useRef<Step[]>([])

  const note = (step: Step) => {
    if ('edits' in step ? step.edits.length === 0 : step.ids.length === 0) return
    done.current.push(step)
    // Forgets what was undone, because it was undone from a state that is no more.
    undone.current = []
  }

  /** Reverses changes of cells, and puts them on the other list. */
  const turnCells = async (last: readonly Edit[], { from, to, done: word, verb }: Way) => {
    // Leaves records as they are whose cells have other values by now.
    const back = last.map(({ recordId, before, after }) => ({ recordId, data: before, expected: after }))
    const { changed, fault } = await change(back)
    if (changed.length > 0) to.push({ edits: changed })
    if (fault !== null) {
      const ids = new Set(changed.map(({ recordId }) => recordId))
      from.push({ edits: last.filter(({ recordId }) => !ids.has(recordId)) })
      const outcome = `${word} in part: ${number(changed.length)} of ${number(last.length)} rows were ${verb}`
      return showProblem(fault, changed.length === 0 ? `${word}: nothing was ${verb}` : outcome)
    }
    if (changed.length === last.length)
      return say(last.length === 1 ? word : `${word}: ${number(last.length)} rows were ${verb}`)
    const rows = `${number(changed.length)} of ${number(last.length)} rows`
    say(`${word}: ${rows} were ${verb}; the other rows were changed or deleted since`)
  }

  /** Reverses the last step of a list, and puts it on the other list. */
  const turn = async (way: Way) => {
    const last = way.from.pop()
    if (last === undefined) return
    if ('edits' in last) return turnCells(last.edits, way)
    try {
      const { turned, words } = await presence.turn(last)
      way.to.push(turned)
      say(`${way.done}: ${words}`)
    } catch (fault) {
      way.from.push(last)
      showProblem(fault, `${way.done}: nothing was ${way.verb}`)
    }
  }
  const undo = () => turn({ from: done.current, to: undone.current, done: 'Undone', verb: 'restored' })
  const deleteRecords = async (ids: readonly string[]) => {
    const { deletionId, ids: gone, fault } = await presence.remove(ids)
    const step = { ids: gone, deletionId }
    note(step)
    if (fault !== null) return showProblem(fault, `${gone.length} of ${ids.length} records were deleted`)
    offerUndo({
      id: `deleted-${deletionId}`,
      autoClose: 15_000,
      role: 'status',
      text: gone.length === 1 ? 'The record was deleted.' : `${counted(gone.length, 'record')} were deleted.`,
      onUndo: () => {
        // Undoes this deletion, even if the user has made other changes since.
        if (!done.current.includes(step)) return
        done.current = [...done.current.filter((one) => one !== step), step]
        void undo()
      },
    })
  }

  /** Makes changes of one step, notes them for an undo, and says what was changed. Returns whether all were made. */
  const makeAll = async (changes: readonly CellsChange[], watch?: Watch) => {
    const { changed, matched, fault } = await change(changes, watch)
    note({ edits: changed })
    const part = `${number(changed.length)} of ${number(changes.length)} rows were changed`
    if (fault !== null) showProblem(fault, changes.length === 1 ? undefined : part)
    else if (matched > 0) say(`${part}; ${number(matched)} would have the match columns of another record`)
    else if (watch?.signal?.aborted === true) say(`Stopped: ${part}. Press Ctrl+Z to undo`)
    else return true
    return false
  }

  return {
    save: async (record, column, text) => {
      const before = record.data[column] ?? null
      if (text === String(before ?? '')) return
      const edit = editOf(record, { [column]: typedCell(text, before) })
      await changeOne.mutateAsync({ recordId: record.id, data: edit.after })
      note({ edits: [edit] })
    },
    paste: async (records, names, cells) => {
      if (cells.length > mostPastedRows)
        return showProblem(
          new Error(
            `At most ${mostPastedRows} rows can be pasted into a table at once. Import a file instead`,
          ),
        )
      const edits = pastedEdits(records, names, cells)
      const changes = edits.map(({ recordId, after }) => ({ recordId, data: after }))
      if (!(await makeAll(changes))) return
      if (cells.length > records.length || cells.some((row) => row.length > names.length))
        return say(`${edits.length} rows were changed; the other pasted cells did not fit into this table`)
      if (edits.length > 1) say(`${edits.length} rows were changed. Press Ctrl+Z to undo`)
    },
    setAll: async (recordIds, data, watch) => {
      const isWhole = await makeAll(
        recordIds.map((recordId) => ({ recordId, data })),
        watch,
      )
      if (isWhole) say(`${number(recordIds.length)} rows were changed. Press Ctrl+Z to undo`)
    },
    noteAdded: (recordId) => note({ ids: [recordId], deletionId: null }),
    deletion: presence.deletion,
    remove: deleteRecords,
    undo,
    redo: () => turn({ from: undone.current, to: done.current, done: 'Done again', verb: 'changed' }),
  }
}

const number = (count: number) => count.toLocaleString('en')

/** Shows what an edit did, in place of the notice about the edit before it. */
function say(message: string): void {
  showDone(message, 'undo')
}
