import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'
import type { LoggedMessage } from '../schema.ts'

export type MessageStatus = LoggedMessage['status']

/** The kinds of reactions by which messages are listed. */
export const reactions = ['reply', 'bounce', 'complaint'] as const
export type Reaction = (typeof reactions)[number]

export interface MessageFilter {
  readonly email?: string
  readonly jobId?: string
  readonly senderId?: string
  readonly spinnerId?: string
  readonly step?: number
  readonly subject?: string
  readonly since?: string
  readonly until?: string
  readonly status?: MessageStatus
  readonly reaction?: Reaction
  readonly reactedSince?: string
  readonly reactedUntil?: string
}

/**
 * Lists sent and captured messages, newest first. `phase` is only part of the cache key, so that a new value
 * loads the list again.
 */
export const messagesQuery = (filter: MessageFilter, phase: 'running' | 'ended' | null = null) =>
  infiniteQueryOptions({
    queryKey: ['messages', filter, phase],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/messages', {
          params: { query: { ...filter, ...fromCursor(pageParam) } },
        }),
      ),
    ...byCursor,
  })

/** Loads the newest message of a job; null if it has none, or none that is still stored. */
export const newestMessageQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['messages', 'newest', jobId],
    queryFn: async () => {
      const { items } = await answerOf(
        api.GET('/api/v1/messages', { params: { query: { jobId, limit: 1 } } }),
      )
      return items[0] ?? null
    },
  })

/** The latest messages to which people have replied since a time. */
export const latestRepliesQuery = (reactedSince: string) =>
  queryOptions({
    queryKey: ['messages', 'latest replies', reactedSince],
    queryFn: async () => {
      const query = { reaction: 'reply', reactedSince, limit: 5 } as const
      return (await answerOf(api.GET('/api/v1/messages', { params: { query } }))).items
    },
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

export const messageQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['messages', 'one', messageId],
    queryFn: () => answerOf(api.GET('/api/v1/messages/{messageId}', atPath({ messageId }))),
  })
