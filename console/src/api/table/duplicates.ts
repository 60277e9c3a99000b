import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

export interface DuplicateSearch {
  readonly columns: readonly string[]
  readonly newerBy: string | null
  readonly defaultCountry: string | null
}

/** Searches the whole table for duplicates, so it runs only when the user asks for it. */
export function useFindDuplicates(dataTableId: string) {
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ columns, newerBy, defaultCountry }: DuplicateSearch) =>
      answerOf(
        api.GET('/api/v1/data-tables/{dataTableId}/match-preview', {
          params: {
            path: { dataTableId },
            query: {
              columns: JSON.stringify(columns),
              ...(newerBy === null ? {} : { newerBy }),
              ...(defaultCountry === null ? {} : { defaultCountry }),
            },
          },
        }),
      ),
  })
}
