import type { Page, PageOf } from '../../../src/domain/page.ts'

/** What a list gives from its first page to its last, in pages of so many. */
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
