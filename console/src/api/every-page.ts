interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** The largest that the API gives at once. */
export const pageSize = 200

/** A list that is short enough to be had whole, page after page. */
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
