import { idAfter, type Page, type PageOf, pageOf } from '../../domain/page.ts'

/** Returns a page of the items, sorted by id; ids sort by creation time. */
export function pageById<Item extends { readonly id: string }>(
  all: Iterable<Item>,
  page: Page,
  belongs: (item: Item) => boolean,
  latestFirst = false,
): PageOf<Item> {
  const after = idAfter(page)
  const sorted = [...all].filter(belongs).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ordered = latestFirst ? sorted.toReversed() : sorted
  const rest = ordered.filter(({ id }) => after === null || (latestFirst ? id < after : id > after))
  return pageOf(rest, page, ({ id }) => id)
}

export function itemsOf<From, To>({ items, next }: PageOf<From>, view: (item: From) => To): PageOf<To> {
  return { items: items.map(view), next }
}
