import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/** Workers that reported within the last seconds. */
export const runtimeQuery = queryOptions({
  queryKey: ['runtime'],
  queryFn: () => answerOf(api.GET('/api/v1/runtime')),
})
