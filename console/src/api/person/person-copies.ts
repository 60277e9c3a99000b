import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/** Puts everything that is kept of a person into a file on the disk. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (email: string) => {
      const data = await answerOf(api.POST('/api/v1/people/export', { body: { email } }))
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `${email}.json`
      link.click()
      URL.revokeObjectURL(link.href)
    },
  })
}

export function useErasePerson() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (email: string) => answerOf(api.POST('/api/v1/people/erase', { body: { email } })),
  })
}

/** For when the receipt was read: whatever is on the screen may be about them, the place of the receipt too. */
export function useRefreshAfterErase(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries()
}
