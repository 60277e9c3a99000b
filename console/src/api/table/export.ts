import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/**
 * Lets the browser write a data table to the disk, which it asks for with the session's cookie. Without
 * a session it would write the refusal there as if it were the export, so that is looked at first.
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
