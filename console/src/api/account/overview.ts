import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Overview } from '../schema.ts'

export type OverviewRange = Overview['range']

/** Figures of the organization for the home page, for one range of time. */
export const overviewQuery = (range: OverviewRange) =>
  queryOptions({
    queryKey: ['overview', range],
    queryFn: () => answerOf(api.GET('/api/v1/overview', { params: { query: { range } } })),
    placeholderData: keepPreviousData,
  })
