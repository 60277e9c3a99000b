import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'

/** Finds the organization's tables, spinners, people and other objects by words, for the command palette. */
export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/search', { params: { query: { q: words } }, signal })),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
