import { queryOptions } from '@tanstack/react-query'
import { t } from '../../languages/text.ts'
import { consoleHeaders } from '../client.ts'

/** Loads an uploaded image as a data URL, the only form in which the page's security policy allows it. */
export const pictureQuery = (fileId: string, type: string) =>
  queryOptions({
    queryKey: ['files', fileId, 'picture'],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`/api/v1/files/${fileId}/content`, { headers: consoleHeaders, signal })
      if (!answer.ok) throw new Error(t('The image of the e-mail no longer exists'))
      return dataUrl(new Blob([await answer.arrayBuffer()], { type }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
    retry: false,
  })

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () =>
      reject(reader.error ?? new Error(t('The image of the e-mail cannot be read'))),
    )
    reader.readAsDataURL(blob)
  })
}

const cid = /\bcid:([0-9a-f]{8}-[0-9a-f-]{27})/gi

export function filesIn(html: string): readonly string[] {
  return [...new Set([...html.matchAll(cid)].map(([, id = '']) => id.toLowerCase()))]
}

/** Returns the HTML with each known `cid:` image replaced by its data URL. */
export function withPictures(html: string, pictures: ReadonlyMap<string, string>): string {
  return html.replaceAll(cid, (whole, id: string) => pictures.get(id.toLowerCase()) ?? whole)
}
