import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Column } from '../schema.ts'
import { spinnersQuery } from '../spinner/spinners.ts'
import { dataTablesQuery } from './data-tables.ts'

export interface ColumnChanges {
  readonly name?: string
  readonly position?: number
  readonly type?: NonNullable<Column['type']>
  readonly options?: string[]
}

/** Counts how many existing values of a column would match a new type. */
export const typeFitQuery = (
  dataTableId: string,
  name: string,
  type: string,
  options: readonly string[] | null,
) =>
  queryOptions({
    queryKey: ['type-fit', dataTableId, name, type, options],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/v1/data-tables/{dataTableId}/columns/{name}/check-type', {
          params: { path: { dataTableId, name } },
          body: {
            type: type as NonNullable<Column['type']>,
            ...(options === null ? {} : { options: [...options] }),
          },
          signal,
        }),
      ),
    gcTime: 0,
  })

/** Reloads the table, its records and the spinners over it, because all of them name columns. */
function useAfterChange(dataTableId: string): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: dataTablesQuery.queryKey }),
      client.invalidateQueries({ queryKey: spinnersQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['records', dataTableId] }),
      client.invalidateQueries({ queryKey: ['record-search', dataTableId] }),
      client.invalidateQueries({ queryKey: ['views', dataTableId] }),
      client.invalidateQueries({ queryKey: ['record-indexes', dataTableId] }),
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
