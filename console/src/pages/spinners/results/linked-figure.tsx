import { AnchorLink } from '../../../components/links.tsx'
import { language } from '../../../languages/language.ts'

/** A figure that leads to the messages that it counts, if a list shows them. A figure of 0 leads nowhere. */
export function LinkedFigure({
  count,
  list,
}: {
  count: number
  list: Readonly<Record<string, string>> | null
}) {
  const words = count.toLocaleString(language)
  if (list === null || count === 0) return words
  return (
    <AnchorLink to="/messages" search={list} inherit>
      {words}
    </AnchorLink>
  )
}
