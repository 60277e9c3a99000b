import type { InfiniteData } from '@tanstack/react-query'
import type { TableRecord } from '../schema.ts'

export interface RecordPage {
  readonly items: TableRecord[]
  readonly nextCursor: string | null
}

type RecordPages = InfiniteData<RecordPage, string | null>

/**
 * Merges the newest page of records into the loaded pages, so that new records appear and deleted records
 * disappear. If the page overlaps no loaded page, replaces all pages.
 */
export function mergeNewest(
  { pages, pageParams }: RecordPages,
  newest: RecordPage,
): { after: RecordPages; arrived: ReadonlySet<string> } {
  const last = newest.items.at(-1)?.id
  const meeting = pages.findIndex(({ items }) => items.some(({ id }) => id === last))
  const met = pages[meeting]
  if (met === undefined || newest.nextCursor === null)
    return { after: { pages: [newest], pageParams: [null] }, arrived: arrivedIn(newest, pages) }
  const rest = met.items.slice(met.items.findIndex(({ id }) => id === last) + 1)
  return {
    after: {
      pages: [{ items: [...newest.items, ...rest], nextCursor: met.nextCursor }, ...pages.slice(meeting + 1)],
      pageParams: [null, ...pageParams.slice(meeting + 1)],
    },
    arrived: arrivedIn(newest, pages.slice(0, meeting + 1)),
  }
}

function arrivedIn({ items }: RecordPage, pages: readonly RecordPage[]): ReadonlySet<string> {
  const known = new Set(pages.flatMap((page) => page.items.map(({ id }) => id)))
  return new Set(items.map(({ id }) => id).filter((id) => !known.has(id)))
}
