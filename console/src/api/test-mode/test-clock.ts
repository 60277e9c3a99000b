import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../languages/text.ts'
import { answerOf, api } from '../client.ts'
import type { TestClock } from '../schema.ts'
import { storeAnswer } from '../store-answer.ts'
import type { Body } from '../typed-calls.ts'
import { setTestTime } from './present-time.ts'

/** Interval in ms for polling a test clock that stands still, because other users may advance it. */
const pollEveryMs = 10_000
/** Interval in ms for polling a test clock that advances, or whose due work is being done. */
const pollAtWorkMs = 700

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
  const client = useQueryClient()
  // Reads the clock again after each change, such as the start of a job, because the next event may be another one.
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: testClockQuery.queryKey })
      }),
    [client],
  )
  return useQuery({
    ...testClockQuery,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isAtWork(data) ? pollAtWorkMs : pollEveryMs,
  })
}

/** Returns whether the test clock advances, or work that is due at its time is not done yet. */
export function isAtWork({ status, now, next }: TestClock): boolean {
  return status === 'advancing' || (next !== null && next <= now)
}

export type Advance = Body<'/api/v1/test-clock/advance', 'POST'>

export function useAdvance() {
  const client = useQueryClient()
  return useMutation({
    meta: { outcome: t('The test clock was not advanced') },
    mutationFn: (body: Advance) => answerOf(api.POST('/api/v1/test-clock/advance', { body })),
    onSuccess: async (clock: TestClock) => {
      setTestTime(Date.parse(clock.now))
      await storeAnswer(client, testClockQuery.queryKey, clock)
    },
    onError: () => client.invalidateQueries({ queryKey: testClockQuery.queryKey }),
  })
}

/** The advance to the next message, by at most 90 days. Without a message, the clock stays at the last event before. */
export const toNextMessage: Advance = { seconds: 90 * 86_400, stopAtMessage: true }
