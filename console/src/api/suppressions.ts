import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from './client.ts'
import { byCursor, fromCursor } from './every-page.ts'
import { useChange } from './use-change.ts'

const suppressionsKey = ['suppressions']

/** Lists suppressed addresses and domains: all, or those that contain a text. */
export const suppressionsQuery = (q: string | null) =>
  infiniteQueryOptions({
    queryKey: [...suppressionsKey, q],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/suppressions', {
          params: { query: { limit: 50, ...(q !== null && { q }), ...fromCursor(pageParam) } },
        }),
      ),
    ...byCursor,
  })

const reloads = [suppressionsKey, ['people']]

/** Suppresses an address, or a domain with all its addresses, which has no "@" or begins with one. */
export function useSuppress() {
  return useChange(
    ({ entry, note = '' }: { readonly entry: string; readonly note?: string }) => {
      const isAddress = entry.trim().lastIndexOf('@') > 0
      const subject = isAddress ? { email: entry } : { domain: entry }
      const body = { ...subject, ...(note.trim() === '' ? {} : { note: note.trim() }) }
      return answerOf(api.POST('/api/v1/suppressions', { body }))
    },
    { shown: true, reloads },
  )
}

interface ListToSuppress {
  /** The addresses and domains, in parts that one request each suppresses. */
  readonly parts: readonly (readonly string[])[]
  readonly note: string
}

/** Suppresses a list of addresses and domains. */
export function useSuppressList() {
  return useChange(
    async ({ parts, note }: ListToSuppress) => {
      let [added, alreadySuppressed] = [0, 0]
      const invalid: string[] = []
      for (const entries of parts) {
        const body = { entries: [...entries], ...(note === '' ? {} : { note }) }
        const answer = await answerOf(api.POST('/api/v1/suppressions/import', { body }))
        added += answer.added
        alreadySuppressed += answer.alreadySuppressed
        invalid.push(...answer.invalid.map((index) => entries[index] ?? ''))
      }
      return { added, alreadySuppressed, invalid }
    },
    { shown: true, reloads },
  )
}

export function useUnsuppress() {
  return useChange(
    (suppressionId: string) =>
      answerOf(api.DELETE('/api/v1/suppressions/{suppressionId}', atPath({ suppressionId }))),
    { reloads: [suppressionsKey] },
  )
}
