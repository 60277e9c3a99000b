import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/** Workers that reported to the service within the last seconds and so are running. */
export const runtimeQuery = queryOptions({
  queryKey: ['runtime'],
  queryFn: () => answerOf(api.GET('/api/v1/runtime')),
})
