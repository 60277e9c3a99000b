import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { everyPage } from '../every-page.ts'

export type ResultGroup = 'day' | 'week' | 'step' | 'variant' | 'sender' | 'source' | 'holdout'

/** The days whose messages count; null for all days. */
export interface ResultPeriod {
  readonly since: string | null
  readonly until: string | null
}

/** Returns the times of a period that are given, as query parameters. */
export function givenOf({ since, until }: ResultPeriod): { since?: string; until?: string } {
  return { ...(since === null ? {} : { since }), ...(until === null ? {} : { until }) }
}

/** The results of a spinner over all its jobs, in total and by group. */
export const spinnerResultsQuery = (spinnerId: string, groupBy: ResultGroup | null, period: ResultPeriod) =>
  queryOptions({
    queryKey: ['spinners', spinnerId, 'results', groupBy, period.since, period.until],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/spinners/{spinnerId}/results', {
          params: {
            path: { spinnerId },
            query: { ...(groupBy === null ? {} : { groupBy }), ...givenOf(period) },
          },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The results of each spinner that has sent or captured messages. */
export const resultsQuery = queryOptions({
  queryKey: ['results'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/results', { params: { query } }))),
  staleTime: 0,
})
