import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import type { ContactPolicy } from './schema.ts'

export const contactPolicyQuery = queryOptions({
  queryKey: ['contact-policy'],
  queryFn: () => answerOf(api.GET('/api/v1/organization/contact-policy')),
})

export function useSetContactPolicy() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: ContactPolicy) => answerOf(api.PUT('/api/v1/organization/contact-policy', { body })),
    onSuccess: (policy) => client.setQueryData(contactPolicyQuery.queryKey, () => policy),
  })
}
