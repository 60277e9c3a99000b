interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** The number of items that the console requests per page of a list: 200, the maximum of the API. */
export const pageSize = 200

/** Loads all pages of a short list from the API and returns the items. */
export async function everyPage<Item>(
  page: (query: { limit: number; cursor?: string }) => Promise<PageOf<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const next: PageOf<Item> = await page({ limit: pageSize, ...(cursor === null ? {} : { cursor }) })
    items.push(...next.items)
    cursor = next.nextCursor
  } while (cursor !== null)
  return items
}

/** The options of an infinite query whose pages follow each other by cursors. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
}

/** Returns the part of a request's query that names the page after a cursor; empty for the first page. */
export function fromCursor(cursor: string | null): { cursor?: string } {
  return cursor === null ? {} : { cursor }
}
