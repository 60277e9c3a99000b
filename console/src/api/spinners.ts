import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import { everyPage } from './every-page.ts'

export const spinnersQuery = queryOptions({
  queryKey: ['spinners'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/spinners', { params: { query } }))),
})

export const spinnerQuery = (spinnerId: string) =>
  queryOptions({
    queryKey: ['spinners', spinnerId],
    queryFn: () => answerOf(api.GET('/api/v1/spinners/{spinnerId}', { params: { path: { spinnerId } } })),
  })
