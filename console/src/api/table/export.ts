import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/**
 * Downloads a data table with the session's cookie. Checks the session first; otherwise the browser would
 * save the refusal as if it were the export.
 */
export function useExport(dataTableId: string) {
  return useMutation({
    mutationFn: async ({ raw }: { raw: boolean }) => {
      await answerOf(api.GET('/api/v1/auth/session'))
      const link = document.createElement('a')
      link.href = `/api/v1/data-tables/${dataTableId}/export${raw ? '?raw=true' : ''}`
      link.download = ''
      link.click()
    },
  })
}
