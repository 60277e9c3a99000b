import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { Destination } from '../schema.ts'

export type EventType = Destination['types'][number]

export type DestinationSettings = Pick<
  Destination,
  'url' | 'types' | 'projectId' | 'spinnerId' | 'includeAddresses' | 'batch'
>

export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: () =>
    everyPage((query) => answerOf(api.GET('/api/v1/events/destinations', { params: { query } }))),
})

const place = (destinationId: string) => ({ params: { path: { destinationId } } })

export const destinationQuery = (destinationId: string) =>
  queryOptions({
    queryKey: ['destinations', destinationId],
    queryFn: () => answerOf(api.GET('/api/v1/events/destinations/{destinationId}', place(destinationId))),
  })

/** Lists the requests to a destination, newest first; only the failed requests if `failed` is true. */
export const attemptsQuery = (destinationId: string, failed: boolean) =>
  infiniteQueryOptions({
    queryKey: ['destinations', destinationId, 'attempts', failed],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/events/destinations/{destinationId}/attempts', {
          params: {
            path: { destinationId },
            query: { ...(failed ? { failed } : {}), ...(pageParam === null ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export function useCreateDestination() {
  const changed = useDestinationsChanged()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: DestinationSettings) => answerOf(api.POST('/api/v1/events/destinations', { body })),
    onSuccess: changed,
  })
}

export function useChangeDestination(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: Partial<DestinationSettings>) =>
      answerOf(api.PATCH('/api/v1/events/destinations/{destinationId}', { ...place(destinationId), body })),
    onSuccess: changed,
  })
}

export function useRemoveDestination(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    mutationFn: () =>
      answerOf(api.DELETE('/api/v1/events/destinations/{destinationId}', place(destinationId))),
    onSuccess: changed,
  })
}

export function usePauseDestination(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/v1/events/destinations/{destinationId}/pause', place(destinationId))),
    onSuccess: changed,
  })
}

export function useResumeDestination(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    mutationFn: (skip: boolean) =>
      answerOf(
        api.POST('/api/v1/events/destinations/{destinationId}/resume', {
          ...place(destinationId),
          body: { skip },
        }),
      ),
    onSuccess: changed,
  })
}

export function useReplayEvents(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    meta: { shown: true },
    mutationFn: (since: string) =>
      answerOf(
        api.POST('/api/v1/events/destinations/{destinationId}/replay', {
          ...place(destinationId),
          body: { since },
        }),
      ),
    onSuccess: changed,
  })
}

export function useRotateDestinationSecret(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/v1/events/destinations/{destinationId}/rotate-secret', place(destinationId))),
    onSuccess: changed,
  })
}

export function usePingDestination(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/v1/events/destinations/{destinationId}/ping', place(destinationId))),
    onSuccess: changed,
  })
}

export function useRepeatAttempt(destinationId: string) {
  const changed = useDestinationsChanged()
  return useMutation({
    mutationFn: (attemptId: string) =>
      answerOf(
        api.POST('/api/v1/events/destinations/{destinationId}/attempts/{attemptId}/repeat', {
          params: { path: { destinationId, attemptId } },
        }),
      ),
    onSuccess: changed,
  })
}

function useDestinationsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: destinationsQuery.queryKey })
}
