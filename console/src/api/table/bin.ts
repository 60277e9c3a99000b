import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../languages/text.ts'
import { answerOf, api } from '../client.ts'
import { byCursor, fromCursor, pageSize } from '../every-page.ts'
import type { BinEntry } from '../schema.ts'
import { maxAtOnce } from './record-edits.ts'

export const binQuery = (kind: BinEntry['kind'] | null) =>
  infiniteQueryOptions({
    queryKey: ['bin', kind],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/v1/bin', {
          signal,
          params: {
            query: {
              limit: pageSize,
              ...(kind === null ? {} : { kind }),
              ...fromCursor(pageParam),
            },
          },
        }),
      ),
    ...byCursor,
  })

/** The maximum number of records of an entry that the console lists. */
export const maxListed = 100

/** Reads the first records of an entry of the bin. */
export const deletedRecordsQuery = (entryId: string) =>
  queryOptions({
    queryKey: ['bin', 'records', entryId],
    queryFn: async ({ signal }) => {
      const params = { path: { entryId }, query: { limit: maxListed } }
      return (await answerOf(api.GET('/api/v1/bin/{entryId}/records', { signal, params }))).items
    },
  })

/** The result of restoring an entry of the bin in as many requests as it takes. */
export interface RestoredEntry {
  readonly restored: number
  /** The number of records that stay in the bin, because other records have the same values in the match columns. */
  readonly conflicts: number
}

const pageAfter = (after: string | null) => (after === null ? {} : { after })

/** Restores some records of an entry of the bin; null for the entry with all of its records. */
export async function restoreEntry(
  entryId: string,
  recordIds: readonly string[] | null,
): Promise<RestoredEntry> {
  let [restored, conflicts] = [0, 0]
  let [after, from]: [string | null, number] = [null, 0]
  do {
    const answer: { restored: number; conflicts: unknown[]; next: string | null } = await answerOf(
      api.POST('/api/v1/bin/{entryId}/restore', {
        params: { path: { entryId } },
        body: recordIds === null ? pageAfter(after) : { recordIds: recordIds.slice(from, from + maxAtOnce) },
      }),
    )
    restored += answer.restored
    conflicts += answer.conflicts.length
    after = answer.next
    from += maxAtOnce
  } while (recordIds === null ? after !== null : from < recordIds.length)
  return { restored, conflicts }
}

interface Restoration {
  readonly entryId: string
  readonly recordIds?: readonly string[] | null
}

/** Returns a mutation that restores entries of the bin, and shows the restored things in all lists. */
export function useRestore() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ entryId, recordIds = null }: Restoration) => restoreEntry(entryId, recordIds),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Restores the data table or spinner that was just deleted, by its entry in the bin. */
export async function restoreDeleted(kind: 'dataTable' | 'spinner', id: string): Promise<void> {
  const { items } = await answerOf(api.GET('/api/v1/bin', { params: { query: { kind } } }))
  const own = items.find((entry) => (kind === 'spinner' ? entry.spinnerId : entry.dataTableId) === id)
  if (own === undefined)
    throw new Error(t('The entry is no longer in the bin, because it was restored or deleted permanently'))
  await restoreEntry(own.id, null)
}

export function useDeletePermanently() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (entryId: string) =>
      answerOf(api.DELETE('/api/v1/bin/{entryId}', { params: { path: { entryId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bin'] }),
  })
}
