import type { Page, PageOf } from '../../../src/domain/page.ts'

/** Reads all pages of an API list for a test, with `limit` items per page. */
export async function pagesOf<Item>(
  list: (page: Page) => Promise<PageOf<Item>>,
  limit: number,
): Promise<readonly (readonly Item[])[]> {
  const pages: (readonly Item[])[] = []
  let after: string | null = null
  do {
    const { items, next }: PageOf<Item> = await list({ limit, after })
    pages.push(items)
    after = next
  } while (after !== null)
  return pages
}
