import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Cells, TableRecord } from '../schema.ts'
import { dataTableQuery } from './data-tables.ts'

type Pages = InfiniteData<
  { readonly items: TableRecord[]; readonly nextCursor: string | null },
  string | null
>

/** Returns a function that applies a change to all cached lists of the table's records. */
function useAmend(dataTableId: string) {
  const client = useQueryClient()
  return (amend: (items: TableRecord[]) => TableRecord[]) => {
    for (const queryKey of [
      ['records', dataTableId],
      ['record-search', dataTableId],
    ])
      client.setQueriesData<Pages>({ queryKey }, (data) =>
        data === undefined
          ? undefined
          : { ...data, pages: data.pages.map((page) => ({ ...page, items: amend(page.items) })) },
      )
  }
}

/**
 * Changes cells of one record. The row keeps its position until the list is reloaded; otherwise it would move
 * while the user edits it.
 */
export function useChangeRecord(dataTableId: string) {
  const amend = useAmend(dataTableId)
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ recordId, data }: { readonly recordId: string; readonly data: Cells }) =>
      answerOf(
        api.PATCH('/api/v1/data-tables/{dataTableId}/records/{recordId}', {
          params: { path: { dataTableId, recordId } },
          body: { data },
        }),
      ),
    onSuccess: (record) => amend((items) => items.map((one) => (one.id === record.id ? record : one))),
  })
}

export function useAddRecord(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (data: Cells) =>
      answerOf(
        api.POST('/api/v1/data-tables/{dataTableId}/records', {
          params: { path: { dataTableId } },
          body: { data },
        }),
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: dataTableQuery(dataTableId).queryKey }),
        client.invalidateQueries({ queryKey: ['newest-records', dataTableId] }),
        client.invalidateQueries({ queryKey: ['record-search', dataTableId] }),
      ]),
  })
}

/** Maximum number of records that one request deletes. */
export const mostAtOnce = 500

/**
 * Deletes any number of records in several requests. Calls `onDeleted` with the number of records for which
 * the requests are done.
 */
export function useDeleteRecords(dataTableId: string, onDeleted: (count: number) => void) {
  const client = useQueryClient()
  const amend = useAmend(dataTableId)
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (let from = 0; from < ids.length; from += mostAtOnce) {
        const part = ids.slice(from, from + mostAtOnce)
        await answerOf(
          api.POST('/api/v1/data-tables/{dataTableId}/records/delete', {
            params: { path: { dataTableId } },
            body: { ids: part },
          }),
        )
        const gone = new Set(part)
        amend((items) => items.filter(({ id }) => !gone.has(id)))
        onDeleted(from + part.length)
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: dataTableQuery(dataTableId).queryKey }),
  })
}
