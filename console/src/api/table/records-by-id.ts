import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/** Loads up to 200 records by id; ids of deleted records are left out. */
export const recordsByIdQuery = (dataTableId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['data-tables', dataTableId, 'records', 'by id', ids],
    queryFn: async ({ signal }) => {
      const params = { path: { dataTableId }, query: { ids: ids.join(',') } }
      const { items } = await answerOf(
        api.GET('/api/v1/data-tables/{dataTableId}/records', { params, signal }),
      )
      return items
    },
    staleTime: 60_000,
  })
