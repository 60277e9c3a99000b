import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'
import type { Body } from '../typed-calls.ts'

export type { TestTimelineEntry } from '../schema.ts'

export interface TimelineFilter {
  readonly spinnerId?: string
  readonly email?: string
}

/** The timeline of the test organization in pages of 200 entries, oldest first. */
export const testTimelineQuery = (filter: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: ['test-timeline', filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/test-clock/timeline', {
          params: { query: { ...filter, limit: 200, ...fromCursor(pageParam) } },
        }),
      ),
    ...byCursor,
  })

export type Inbound = Body<'/api/v1/test-clock/inbound', 'POST'>

/**
 * Simulates a reply, a bounce or another reaction to a captured message, at the present time of the test
 * clock.
 */
export function usePlayInbound() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: Inbound) => answerOf(api.POST('/api/v1/test-clock/inbound', { body })),
    onSuccess: () => client.invalidateQueries(),
  })
}
