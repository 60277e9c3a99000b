import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/** Whether the person's address has to be confirmed before anything is sent. */
export const confirmationQuery = queryOptions({
  queryKey: ['confirmation'],
  queryFn: () => answerOf(api.GET('/api/v1/auth/confirmation')),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useMailConfirmationLink() {
  return useMutation({ mutationFn: () => answerOf(api.POST('/api/v1/auth/confirmation')) })
}

export function useConfirmAddress() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (token: string) =>
      answerOf(api.POST('/api/v1/auth/confirmation/confirm', { body: { token } })),
    // The keys that were made before have ended, too.
    onSuccess: () => client.invalidateQueries(),
  })
}
