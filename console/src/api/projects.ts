import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import { everyPage } from './every-page.ts'

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/projects', { params: { query } }))),
})
