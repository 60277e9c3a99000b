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

/** Finds people by any cell of their records, for the command palette. Takes up to about a second. */
export const peopleSearchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', 'people', words],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/search/people', { params: { query: { q: words } }, signal })),
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
