import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { RecordSearch } from './record-search.ts'

/**
 * Downloads the records of a data table that match a search with the session's cookie. Checks the session
 * first; otherwise the browser would save the refusal as if it were the export.
 */
export function useExport(dataTableId: string) {
  return useMutation({
    mutationFn: async ({ raw, q, where }: Omit<RecordSearch, 'sort'> & { readonly raw: boolean }) => {
      await answerOf(api.GET('/api/v1/auth/session'))
      const query = new URLSearchParams({
        ...(raw ? { raw: 'true' } : {}),
        ...(q === '' ? {} : { q }),
        ...(where === null ? {} : { where: JSON.stringify(where) }),
      }).toString()
      const link = document.createElement('a')
      link.href = `/api/v1/data-tables/${dataTableId}/export${query === '' ? '' : `?${query}`}`
      link.download = ''
      link.click()
    },
  })
}
