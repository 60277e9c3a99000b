import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { TestClock } from '../schema.ts'
import { storeAnswer } from '../store-answer.ts'
import type { Body } from '../typed-calls.ts'
import { setTestTime } from './present-time.ts'

/** Interval in ms for polling a test clock that stands still, because other users may advance it. */
const pollEveryMs = 10_000
const pollWhileAdvancingMs = 700

/**
 * The query of the test clock: its time, the next time at which work is due, and its progress while it
 * advances.
 */
export const testClockQuery = queryOptions({
  queryKey: ['test-clock'],
  queryFn: async ({ signal }) => {
    const clock = await answerOf(api.GET('/api/v1/test-clock'))
    if (!signal.aborted) setTestTime(Date.parse(clock.now))
    return clock
  },
})

export function useTestClock() {
  return useQuery({
    ...testClockQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'advancing' ? pollWhileAdvancingMs : pollEveryMs,
  })
}

export type Advance = Body<'/api/v1/test-clock/advance', 'POST'>

export function useAdvance() {
  const client = useQueryClient()
  return useMutation({
    meta: { outcome: 'The test clock was not advanced' },
    mutationFn: (body: Advance) => answerOf(api.POST('/api/v1/test-clock/advance', { body })),
    onSuccess: async (clock: TestClock) => {
      setTestTime(Date.parse(clock.now))
      await storeAnswer(client, testClockQuery.queryKey, clock)
    },
    onError: () => client.invalidateQueries({ queryKey: testClockQuery.queryKey }),
  })
}
