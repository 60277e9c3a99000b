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

/** Finds people by any part of their address, name or company, for the command palette. */
export const peopleSearchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', 'people', words],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/people', { params: { query: { q: words, limit: 8 } }, signal })),
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
