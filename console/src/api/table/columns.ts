import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision, type Edit } from '../client.ts'
import type { Column } from '../schema.ts'
import { spinnersQuery } from '../spinner/spinners.ts'
import { useChange } from '../use-change.ts'
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
        api.POST('/api/v1/data-tables/{dataTableId}/columns/{name}/preview-type', {
          ...atPath({ dataTableId, name }),
          body: {
            type: type as NonNullable<Column['type']>,
            ...(options === null ? {} : { options: [...options] }),
          },
          signal,
        }),
      ),
    gcTime: 0,
  })

/** Returns the keys of the table, its records and the spinners over it, because all of them name columns. */
function keysAfterChange(dataTableId: string): readonly QueryKey[] {
  return [
    dataTablesQuery.queryKey,
    spinnersQuery.queryKey,
    ['records', dataTableId],
    ['record-search', dataTableId],
    ['views', dataTableId],
    ['record-indexes', dataTableId],
  ]
}

export function useAddColumn(dataTableId: string) {
  return useChange(
    (name: string) =>
      answerOf(
        api.POST('/api/v1/data-tables/{dataTableId}/columns', {
          ...atPath({ dataTableId }),
          body: { name },
        }),
      ),
    { shown: true, reloads: keysAfterChange(dataTableId) },
  )
}

export function useChangeColumn(dataTableId: string) {
  return useChange(
    ({ column, changes: body, revision }: Edit<ColumnChanges> & { readonly column: string }) =>
      answerOf(
        api.PATCH('/api/v1/data-tables/{dataTableId}/columns/{name}', {
          ...atRevision({ dataTableId, name: column }, revision),
          body,
        }),
      ),
    { shown: true, reloads: keysAfterChange(dataTableId) },
  )
}

export function useRemoveColumn(dataTableId: string) {
  return useChange(
    (column: string) =>
      answerOf(
        api.DELETE('/api/v1/data-tables/{dataTableId}/columns/{name}', atPath({ dataTableId, name: column })),
      ),
    { shown: true, reloads: keysAfterChange(dataTableId) },
  )
}
