import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { PersonSought } from './people.ts'

/** The address, or the value that stands for the person. */
export const nameOf = (sought: PersonSought) => ('email' in sought ? sought.email : sought.value)

/** Puts everything that is kept of a person into a file on the disk. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (sought: PersonSought) => {
      const data = await answerOf(api.POST('/api/v1/people/export', { body: sought }))
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `${nameOf(sought)}.json`
      link.click()
      URL.revokeObjectURL(link.href)
    },
  })
}

export function useErasePerson() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (sought: PersonSought) => answerOf(api.POST('/api/v1/people/erase', { body: sought })),
  })
}

/** For when the receipt was read: whatever is on the screen may be about them, the place of the receipt too. */
export function useRefreshAfterErase(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries()
}
