import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision, type Edit } from '../client.ts'
import { byCursor, everyPage, fromCursor } from '../every-page.ts'
import type { Destination } from '../schema.ts'
import { useChange } from '../use-change.ts'

export type EventType = Destination['types'][number]

export type DestinationSettings = Pick<
  Destination,
  'url' | 'types' | 'projectId' | 'spinnerId' | 'includesAddresses' | 'batchesEvents'
>

export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: () =>
    everyPage((query) => answerOf(api.GET('/api/v1/events/destinations', { params: { query } }))),
})

const place = (destinationId: string) => atPath({ destinationId })

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
            query: { ...(failed ? { failed } : {}), ...fromCursor(pageParam) },
          },
        }),
      ),
    ...byCursor,
  })

export function useCreateDestination() {
  return useDestinationChange(
    (body: DestinationSettings) => answerOf(api.POST('/api/v1/events/destinations', { body })),
    { shown: true },
  )
}

export function useChangeDestination(destinationId: string) {
  return useDestinationChange(
    ({ changes: body, revision }: Edit<Partial<DestinationSettings>>) =>
      answerOf(
        api.PATCH('/api/v1/events/destinations/{destinationId}', {
          ...atRevision({ destinationId }, revision),
          body,
        }),
      ),
    { shown: true },
  )
}

export function useRemoveDestination(destinationId: string) {
  return useDestinationChange(() =>
    answerOf(api.DELETE('/api/v1/events/destinations/{destinationId}', place(destinationId))),
  )
}

export function usePauseDestination(destinationId: string) {
  return useDestinationChange(() =>
    answerOf(api.POST('/api/v1/events/destinations/{destinationId}/pause', place(destinationId))),
  )
}

export function useResumeDestination(destinationId: string) {
  return useDestinationChange((skip: boolean) =>
    answerOf(
      api.POST('/api/v1/events/destinations/{destinationId}/resume', {
        ...place(destinationId),
        body: { skip },
      }),
    ),
  )
}

export function useReplayEvents(destinationId: string) {
  return useDestinationChange(
    (since: string) =>
      answerOf(
        api.POST('/api/v1/events/destinations/{destinationId}/replay', {
          ...place(destinationId),
          body: { since },
        }),
      ),
    { shown: true },
  )
}

export function useRotateDestinationSecret(destinationId: string) {
  return useDestinationChange(
    (graceSeconds: number) =>
      answerOf(
        api.POST('/api/v1/events/destinations/{destinationId}/secret/rotate', {
          ...place(destinationId),
          body: { graceSeconds },
        }),
      ),
    { shown: true },
  )
}

export function usePingDestination(destinationId: string) {
  return useDestinationChange(() =>
    answerOf(api.POST('/api/v1/events/destinations/{destinationId}/ping', place(destinationId))),
  )
}

export function useRepeatAttempt(destinationId: string) {
  return useDestinationChange((attemptId: string) =>
    answerOf(
      api.POST(
        '/api/v1/events/destinations/{destinationId}/attempts/{attemptId}/repeat',
        atPath({ destinationId, attemptId }),
      ),
    ),
  )
}

/** Returns a mutation after which all destinations are read again. */
function useDestinationChange<Result, Input = void>(
  mutationFn: (input: Input) => Promise<Result>,
  { shown = false }: { readonly shown?: boolean } = {},
) {
  return useChange(mutationFn, { reloads: [destinationsQuery.queryKey], shown })
}
