import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import { everyPage } from './every-page.ts'

export const dataTablesQuery = queryOptions({
  queryKey: ['data-tables'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/data-tables', { params: { query } }))),
})

export const dataTableQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['data-tables', dataTableId],
    queryFn: () =>
      answerOf(api.GET('/api/v1/data-tables/{dataTableId}', { params: { path: { dataTableId } } })),
  })
