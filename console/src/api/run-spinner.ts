import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'

/** Starts a job for a published spinner, as a trigger by API does. */
export function useRunSpinner() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (spinnerId: string) =>
      answerOf(api.POST('/api/v1/spinners/{spinnerId}/jobs', { params: { path: { spinnerId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  })
}
