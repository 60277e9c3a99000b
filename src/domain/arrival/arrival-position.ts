import { isId } from '../id.ts'
import { invalidCursor, type Page, type PageOf } from '../page.ts'

/** The position after which a page of arrivals begins: the time and the id of an arrival. */
export interface ArrivalPosition {
  readonly at: Date
  readonly id: string
}

export function keyOfPosition({
  receivedAt,
  id,
}: {
  readonly receivedAt: Date
  readonly id: string
}): string {
  return `${receivedAt.getTime()}_${id}`
}

/**
 * Returns the cursor of an arrival list, newest first, whose page begins with the arrivals received before this
 * time.
 */
export function keyUntil(at: Date): string {
  return keyOfPosition({ receivedAt: at, id: '00000000-0000-0000-0000-000000000000' })
}

export function arrivalPositionAfter({ after }: Page): ArrivalPosition | null {
  if (after === null) return null
  const [, ms, id = ''] = /^(\d{1,15})_([\da-f-]{36}(?:\.\d{15})?)$/.exec(after) ?? []
  if (ms === undefined) throw invalidCursor()
  return { at: new Date(Number(ms)), id }
}

/**
 * Ends a page of arrivals, newest first, at the first arrival that was received before a time. There is no next
 * page then.
 */
export function pageSince<Item extends { readonly receivedAt: Date }>(
  { items, next }: PageOf<Item>,
  since: Date | null,
): PageOf<Item> {
  if (since === null) return { items, next }
  const left = items.filter(({ receivedAt }) => receivedAt >= since)
  const position = arrivalPositionAfter({ limit: 1, after: next })
  const hasMore = left.length === items.length && position !== null && position.at >= since
  return { items: left, next: hasMore ? next : null }
}

/**
 * Returns the table and the sequence number in the id of an arrival that was accepted unchanged and is stored only
 * in the ledger of its table. Returns null for other ids. `list_arrivals` makes these ids, which sort in the order
 * of the appends.
 */
export function readLedgerId(id: string): { readonly dataTableId: string; readonly seq: number } | null {
  const [dataTableId = '', seq = ''] = id.split('.')
  return isId(dataTableId) && /^\d{15}$/.test(seq) ? { dataTableId, seq: Number(seq) } : null
}
