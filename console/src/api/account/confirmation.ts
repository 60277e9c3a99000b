import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/** Whether the user must confirm their address before the organization can send. */
export const confirmationQuery = queryOptions({
  queryKey: ['confirmation'],
  queryFn: () => answerOf(api.GET('/api/v1/auth/confirmation')),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useMailConfirmationLink() {
  return useMutation({ mutationFn: () => answerOf(api.POST('/api/v1/auth/confirmation')) })
}

/** Confirms a change of address with the token of a mailed link. The answer says whether the address has changed. */
export function useConfirmAddressChange() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (token: string) => answerOf(api.POST('/api/v1/auth/email/confirm', { body: { token } })),
  })
}

export function useConfirmAddress() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (token: string) =>
      answerOf(api.POST('/api/v1/auth/confirmation/confirm', { body: { token } })),
    // Reloads all data after the user has confirmed their address, because the API keys created before have
    // ended.
    onSuccess: () => client.invalidateQueries(),
  })
}
