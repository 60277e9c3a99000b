import { queryOptions } from '@tanstack/react-query'
import { sessionEnd } from '../account/session-end.ts'
import { answerOf, api, consoleHeaders, refusal, unreachable } from '../client.ts'
import { everyPage } from '../every-page.ts'
import type { UploadedFile } from '../schema.ts'
import { useChange } from '../use-change.ts'

export const filesQuery = queryOptions({
  queryKey: ['files'],
  queryFn: () => everyPage((query) => answerOf(api.GET('/api/v1/files', { params: { query } }))),
})

/** Uploads a file as the part "file" of a multipart form. */
export function useUploadFile() {
  return useChange(
    async (file: Blob & { readonly name: string }): Promise<UploadedFile> => {
      const session = sessionEnd.present()
      const body = new FormData()
      body.append('file', file, file.name)
      const sent = fetch('/api/v1/files', { method: 'POST', headers: consoleHeaders, body })
      const response = await sent.catch((cause: unknown) => {
        throw unreachable(cause)
      })
      const answer: unknown = await response.json().catch(() => null)
      if (!response.ok) throw refusal({ body: answer, session })
      return answer as UploadedFile
    },
    { shown: true, reloads: [filesQuery.queryKey] },
  )
}
