interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Number of items per page, the maximum of the API. */
export const pageSize = 200

/** Loads all pages of a list, for lists that are short enough. */
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
