import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from './client.ts'
import { byCursor, fromCursor } from './every-page.ts'
import { useChange } from './use-change.ts'

export const suppressionsQuery = infiniteQueryOptions({
  queryKey: ['suppressions'],
  queryFn: ({ pageParam }) =>
    answerOf(
      api.GET('/api/v1/suppressions', {
        params: { query: { limit: 50, ...fromCursor(pageParam) } },
      }),
    ),
  ...byCursor,
})

export function useSuppress() {
  return useChange((email: string) => answerOf(api.POST('/api/v1/suppressions', { body: { email } })), {
    shown: true,
    reloads: [suppressionsQuery.queryKey, ['people']],
  })
}

export function useUnsuppress() {
  return useChange(
    (suppressionId: string) =>
      answerOf(api.DELETE('/api/v1/suppressions/{suppressionId}', atPath({ suppressionId }))),
    { reloads: [suppressionsQuery.queryKey] },
  )
}
