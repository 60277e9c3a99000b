import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { everyPage } from '../every-page.ts'
import { useChange } from '../use-change.ts'

export type EventProvider = 'ses' | 'postmark'

/** The mailboxes of the senders, each with the state of reading replies from it. */
export const mailboxesQuery = queryOptions({
  queryKey: ['mailboxes'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/mailboxes', { params: { query } }))),
})

/**
 * The e-mail providers that have an event URL, and when it was created. No role but admin and owner may read
 * this list, which does not contain the URLs.
 */
export const eventUrlsQuery = queryOptions({
  queryKey: ['event-urls'],
  queryFn: () => answerOf(api.GET('/api/v1/organization/provider-webhooks')),
})

export function useRotateEventUrl() {
  return useChange(
    (provider: EventProvider) =>
      answerOf(
        api.POST('/api/v1/organization/provider-webhooks/{provider}/rotate', { ...atPath({ provider }) }),
      ),
    { reloads: [eventUrlsQuery.queryKey] },
  )
}

export function useRevokeEventUrl() {
  return useChange(
    (provider: EventProvider) =>
      answerOf(api.DELETE('/api/v1/organization/provider-webhooks/{provider}', atPath({ provider }))),
    { reloads: [eventUrlsQuery.queryKey] },
  )
}
