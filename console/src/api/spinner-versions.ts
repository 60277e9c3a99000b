import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'

/** What was frozen at publish: it never changes. */
export const spinnerVersionQuery = (spinnerId: string, version: number) =>
  queryOptions({
    queryKey: ['spinners', spinnerId, 'versions', version],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/spinners/{spinnerId}/versions/{version}', {
          params: { path: { spinnerId, version } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
