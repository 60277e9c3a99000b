import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreEntry } from '../../../../api/table/bin.ts'
import { dataTableQuery } from '../../../../api/table/data-tables.ts'
import { type Deletion, useDeleteRecords } from '../../../../api/table/record-edits.ts'
import { t } from '../../../../languages/text.ts'
import { restoredRecordsWords } from '../../../bin/bin-words.ts'

/** Records that the user has added or deleted. */
export interface PresenceStep {
  readonly ids: readonly string[]
  /** The entry of the bin that holds the records; null while they are in the table. */
  readonly deletionId: string | null
}

export interface RecordPresence {
  readonly deletion: { readonly isPending: boolean; readonly deleted: number }
  readonly remove: (ids: readonly string[]) => Promise<Deletion>
  /**
   * Restores the records of a step from the bin, or deletes them. Returns the opposite step, which is null if all
   * records had already been deleted, and what was done.
   */
  readonly turn: (
    step: PresenceStep,
  ) => Promise<{ readonly turned: PresenceStep | null; readonly words: string }>
}

/** Returns functions that delete records of a table, and restore deleted ones. */
export function useRecordPresence(dataTableId: string): RecordPresence {
  const client = useQueryClient()
  const [deleted, setDeleted] = useState(0)
  const removal = useDeleteRecords(dataTableId, setDeleted)
  const remove = (ids: readonly string[]) => {
    setDeleted(0)
    return removal.mutateAsync(ids)
  }
  const restore = async ({ ids, deletionId }: PresenceStep, entryId: string) => {
    try {
      const entry = await restoreEntry(entryId, ids)
      // A step of which some records stay in the bin keeps its entry, so that undo can restore them later.
      const turned = { ids, deletionId: entry.restored === 0 ? deletionId : null }
      return { turned, words: restoredRecordsWords(entry) }
    } finally {
      for (const list of ['records', 'record-search', 'newest-records', 'bin'])
        void client.invalidateQueries({ queryKey: list === 'bin' ? [list] : [list, dataTableId] })
      void client.invalidateQueries({ queryKey: dataTableQuery(dataTableId).queryKey })
    }
  }
  return {
    deletion: { isPending: removal.isPending, deleted },
    remove,
    turn: async (step) => {
      if (step.deletionId !== null) return restore(step, step.deletionId)
      const { deletionId, ids, deleted: gone, fault } = await remove(step.ids)
      if (fault !== null && ids.length === 0) throw fault
      const rest = ids.length - gone
      const others =
        rest === 0
          ? ''
          : t('; {rest, plural, one {# record} other {# records}} had already been deleted', { rest })
      const turned = deletionId === null ? null : { ids, deletionId }
      return {
        turned,
        words: t('{gone, plural, one {# record} other {# records}} deleted{others}', { gone, others }),
      }
    },
  }
}
