import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { saveFile } from '../export/save-file.ts'
import type { PersonSought } from './people.ts'

/**
 * Returns the text that names a person in the console: the e-mail address, or the column value of the search.
 */
export const nameOf = (sought: PersonSought) => ('email' in sought ? sought.email : sought.value)

/** Downloads everything that is kept about a person as a JSON file. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (sought: PersonSought) => {
      const data = await answerOf(api.POST('/api/v1/people/export', { body: sought }))
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(file, `${nameOf(sought)}.json`)
    },
  })
}

export function useErasePerson() {
  return useMutation({
    meta: { shown: true },
    mutationFn: (sought: PersonSought) => answerOf(api.POST('/api/v1/people/erase', { body: sought })),
  })
}

/**
 * Returns a function that reloads all data after the erasure receipt was read. Anything on the screen may
 * show the erased person, including the page that holds the receipt.
 */
export function useRefreshAfterErase(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries()
}
