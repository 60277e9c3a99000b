import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'

export const suppressionsQuery = infiniteQueryOptions({
  queryKey: ['suppressions'],
  queryFn: ({ pageParam }) =>
    answerOf(
      api.GET('/api/v1/suppressions', {
        params: { query: { limit: 100, ...(pageParam === null ? {} : { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

export function useSuppress() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (email: string) => answerOf(api.POST('/api/v1/suppressions', { body: { email } })),
    onSuccess: () => client.invalidateQueries({ queryKey: suppressionsQuery.queryKey }),
  })
}

export function useUnsuppress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (suppressionId: string) =>
      answerOf(api.DELETE('/api/v1/suppressions/{suppressionId}', { params: { path: { suppressionId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: suppressionsQuery.queryKey }),
  })
}
