import { useRef } from 'react'
import { useMay, useReasonToRead } from '../../../../api/account/session.ts'
import { sessionEnd } from '../../../../api/account/session-end.ts'
import type { Cells, TableRecord } from '../../../../api/schema.ts'
import { type CellsChange, useChangeRecords } from '../../../../api/table/record-edits.ts'
import { showProblem } from '../../../../components/problem/show-problem.tsx'
import { offerUndo } from '../../../../components/undo/offer-undo.tsx'
import { t } from '../../../../languages/text.ts'
import { type Pasted, pastedEdits, typedCell } from './cell-edits.ts'
import { wordsOfChange, wordsOfDeletion } from './change-words.ts'
import { maxPastedRows } from './clipboard.ts'
import { type RecordPresence, useRecordPresence } from './record-presence.ts'
import { say, useEditHistory } from './use-edit-history.ts'

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

/**
 * Returns functions that change cells of a table. For users who may not change records, each of them only says why it
 * changes nothing.
 */
export function useEdits(dataTableId: string): Edits {
  const edits = useEditsOfEditors(dataTableId)
  const reason = useReasonToRead() ?? t('Only editors, admins and owners can change records.')
  if (useMay('editor')) return edits
  const refuse = async () => say(reason)
  return { ...edits, save: refuse, paste: refuse, setAll: refuse, remove: refuse, undo: refuse, redo: refuse }
}

/**
 * Returns a function that delays the calls of other functions, so that each call begins after the previous call has
 * ended. A call whose session ended before is rejected, because another person may be signed in by now.
 */
function useQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      const session = sessionEnd.present()
      const next = last.current.then(() => {
        if (session !== sessionEnd.present())
          throw new Error(t('Your session ended before the change was sent'))
        return work(...given)
      })
      last.current = next.catch(() => undefined)
      return next
    }
}

function tooManyRows(): string {
  return t('At most {maxPastedRows} rows can be pasted into a table at once. Import a file instead', {
    maxPastedRows,
  })
}

/** Returns functions that change cells of a table, and undo and redo the changes while the page is open. */
function useEditsOfEditors(dataTableId: string): Edits {
  const change = useChangeRecords(dataTableId)
  const presence = useRecordPresence(dataTableId)
  const { note, undo, redo, undoStep } = useEditHistory(change, presence)
  // An undo begins after running changes, because the history gets their steps when the service has answered.
  const queued = useQueue()

  const deleteRecords = async (ids: readonly string[]) => {
    const { deletionId, ids: gone, deleted, fault } = await presence.remove(ids)
    const step = { ids: gone, deletionId }
    // Notes no step if all records had been deleted before.
    if (deletionId !== null) note(step)
    if (fault !== null)
      return showProblem(
        fault,
        t('{deleted} of {count} records were deleted', { deleted, count: ids.length }),
      )
    if (deletionId === null) return say(wordsOfDeletion(deleted, ids.length))
    offerUndo({
      id: `deleted-${deletionId}`,
      autoClose: 15_000,
      role: 'status',
      text: wordsOfDeletion(deleted, ids.length),
      // Undoes this deletion, even if the user has made other changes since.
      onUndo: () => void queued(undoStep)(step),
    })
  }

  /**
   * Makes the changes of one step and notes them for an undo. Returns the words about them, and whether every row now
   * has the new values; null after an interruption, which the user has been told.
   */
  const makeAll = async (changes: readonly CellsChange[], fits = true, watch?: Watch) => {
    const { changed, fault, ...others } = await change(changes, watch)
    note({ edits: changed })
    const words = wordsOfChange({ changed: changed.length, ...others }, changes.length, fits)
    if (fault !== null) showProblem(fault, changes.length === 1 ? undefined : words)
    else if (watch?.signal.aborted === true) say(t('Stopped: {words}', { words }))
    else return { words, isWhole: fits && others.matched === 0 && others.missing === 0 }
    return null
  }

  return {
    save: queued(async (record, column, text) => {
      const before = record.data[column] ?? null
      if (text === String(before ?? '')) return
      const data = { [column]: typedCell(text, before) }
      const { changed, matched, missing, fault } = await change([{ recordId: record.id, data }])
      // Notes the former value that the service has returned, because the list may show an older one.
      note({ edits: changed })
      if (fault !== null) throw fault
      if (matched > 0)
        throw new Error(t('Another record of the table already has the same values in the match columns'))
      if (missing > 0) throw new Error(t('The record is no longer in the table'))
    }),
    paste: queued(async (records, names, cells) => {
      if (cells.length > maxPastedRows) return showProblem(new Error(tooManyRows()))
      const edits = pastedEdits(records, names, cells)
      const changes = edits.map(({ recordId, after }) => ({ recordId, data: after }))
      const fits = cells.length <= records.length && cells.every((row) => row.length <= names.length)
      const made = await makeAll(changes, fits)
      // Says nothing about one row that has the new values, because the user sees it in the grid.
      if (made !== null && !(made.isWhole && changes.length <= 1)) say(made.words)
    }),
    setAll: queued(async (recordIds, data, watch) => {
      const changes = recordIds.map((recordId) => ({ recordId, data }))
      const made = await makeAll(changes, true, watch)
      if (made !== null) say(made.words)
    }),
    noteAdded: (recordId) => note({ ids: [recordId], deletionId: null }),
    deletion: presence.deletion,
    remove: queued(deleteRecords),
    undo: queued(undo),
    redo: queued(redo),
  }
}
