import { DomainError } from './errors.ts'
import { isId } from './id.ts'

export const maxPage = 200
export const defaultPage = 50

/** A request for part of a list: at most `limit` items after the item with the key `after`. */
export interface Page {
  readonly limit: number
  readonly after: string | null
}

export interface PageOf<Item> {
  readonly items: readonly Item[]
  /**
   * The key of the last item of this page, with which a client requests the next page; null at the end of the
   * list.
   */
  readonly next: string | null
}

/**
 * Returns a page of the items that a query found. The query must find one item more than the limit, which
 * shows whether there is a next page.
 */
export function pageOf<Item>(
  found: readonly Item[],
  { limit }: Page,
  keyOf: (item: Item) => string,
): PageOf<Item> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? keyOf(last) : null }
}

export function idAfter({ after }: Page): string | null {
  if (after !== null && !isId(after)) throw invalidCursor()
  return after
}

/** Parses a cursor of a list that is ordered by two numbers, such as slice and record. Example: `12.345`. */
export function numbersAfter({ after }: Page): readonly [number, number] | null {
  if (after === null) return null
  const [, first, second] = /^(\d{1,15})\.(\d{1,15})$/.exec(after) ?? []
  if (first === undefined || second === undefined) throw invalidCursor()
  return [Number(first), Number(second)]
}

/**
 * Parses a cursor of a list of recipients from several jobs: the job's id, the number of the slice (part of the
 * job) and the record's id, such as `<id of the job>.12.345`.
 */
export function itemPositionAfter({ after }: Page): readonly [string, number, number] | null {
  if (after === null) return null
  const [, id, first, second] = /^([^.]+)\.(\d{1,9})\.(\d{1,15})$/.exec(after) ?? []
  if (id === undefined || !isId(id)) throw invalidCursor()
  return [id, Number(first), Number(second)]
}

/** Parses a cursor of a list of versions, which is a version number. */
export function versionAfter({ after }: Page): number | null {
  if (after === null) return null
  if (!/^\d{1,9}$/.test(after)) throw invalidCursor()
  return Number(after)
}

export function invalidCursor(): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: 'The cursor is not valid for this list; use the `nextCursor` of its previous page',
    errors: [{ pointer: '#query/cursor', code: 'WRONG_FORM' }],
  })
}
