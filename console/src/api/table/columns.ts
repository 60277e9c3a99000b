import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { spinnersQuery } from '../spinner/spinners.ts'
import { dataTablesQuery } from './data-tables.ts'

export interface ColumnChanges {
  readonly name?: string
  readonly position?: number
}

/** Whatever shows the table, its records or the spinners over it names columns. */
function useAfterChange(dataTableId: string): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: dataTablesQuery.queryKey }),
      client.invalidateQueries({ queryKey: spinnersQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['records', dataTableId] }),
    ])
}

export function useAddColumn(dataTableId: string) {
  const onSuccess = useAfterChange(dataTableId)
  return useMutation({
    meta: { shown: true },
    mutationFn: (name: string) =>
      answerOf(
        api.POST('/api/v1/data-tables/{dataTableId}/columns', {
          params: { path: { dataTableId } },
          body: { name },
        }),
      ),
    onSuccess,
  })
}

export function useChangeColumn(dataTableId: string) {
  const onSuccess = useAfterChange(dataTableId)
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ column, ...body }: ColumnChanges & { readonly column: string }) =>
      answerOf(
        api.PATCH('/api/v1/data-tables/{dataTableId}/columns/{name}', {
          params: { path: { dataTableId, name: column } },
          body,
        }),
      ),
    onSuccess,
  })
}

export function useRemoveColumn(dataTableId: string) {
  const onSuccess = useAfterChange(dataTableId)
  return useMutation({
    meta: { shown: true },
    mutationFn: (column: string) =>
      answerOf(
        api.DELETE('/api/v1/data-tables/{dataTableId}/columns/{name}', {
          params: { path: { dataTableId, name: column } },
        }),
      ),
    onSuccess,
  })
}
