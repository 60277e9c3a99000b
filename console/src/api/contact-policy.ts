import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Edit, ifMatch, revisedAnswerOf } from './client.ts'
import type { ContactPolicy } from './schema.ts'

export const contactPolicyQuery = queryOptions({
  queryKey: ['contact-policy'],
  queryFn: () => revisedAnswerOf(api.GET('/api/v1/organization/contact-policy')),
})

export function useSetContactPolicy() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ changes: body, revision }: Edit<ContactPolicy>) =>
      revisedAnswerOf(api.PUT('/api/v1/organization/contact-policy', { params: ifMatch(revision), body })),
    onSuccess: (policy) => client.setQueryData(contactPolicyQuery.queryKey, () => policy),
    // Loads the limits that another user may have changed, so that the user sees them before replacing them.
    onError: () => client.invalidateQueries(contactPolicyQuery),
  })
}
