import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

export type EventProvider = 'ses' | 'postmark'

/** The mailboxes of the senders, each with the state of reading replies from it. */
export const mailboxesQuery = queryOptions({
  queryKey: ['mailboxes'],
  queryFn: () => answerOf(api.GET('/api/v1/mailboxes')),
})

/**
 * The e-mail providers that have an event URL, and when it was created. No role but admin and owner may read
 * this list, which does not contain the URLs.
 */
export const eventUrlsQuery = queryOptions({
  queryKey: ['event-urls'],
  queryFn: () => answerOf(api.GET('/api/v1/organization/events')),
})

export function useRotateEventUrl() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (provider: EventProvider) =>
      answerOf(api.POST('/api/v1/organization/events/{provider}/rotate', { params: { path: { provider } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: eventUrlsQuery.queryKey }),
  })
}

export function useRevokeEventUrl() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (provider: EventProvider) =>
      answerOf(api.DELETE('/api/v1/organization/events/{provider}', { params: { path: { provider } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: eventUrlsQuery.queryKey }),
  })
}
