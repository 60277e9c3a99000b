import { useQueries, useQuery } from '@tanstack/react-query'
import { filesQuery } from '../../api/sender/files.ts'
import { filesIn, pictureQuery } from '../../api/sender/pictures.ts'

/** Returns the loaded images that the HTML of an e-mail embeds, by their ids. */
export function usePictures(html: string): ReadonlyMap<string, string> {
  const ids = filesIn(html)
  const files = useQuery({ ...filesQuery, enabled: ids.length > 0 }).data
  const images = ids.flatMap((id) => {
    const type = files?.find((file) => file.id === id)?.type
    return type?.startsWith('image/') === true ? [{ id, type }] : []
  })
  return useQueries({
    queries: images.map(({ id, type }) => pictureQuery(id, type)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => (data === undefined ? [] : [[images[index]?.id ?? '', data]])),
      ),
  })
}
