import { isId } from '../id.ts'
import { invalidCursor, type Page } from '../page.ts'

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
 * Returns the cursor of an arrival list, newest first, whose page begins with the arrivals received at this
 * time or earlier.
 */
export function keyUntil(at: Date): string {
  return keyOfPosition({ receivedAt: at, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })
}

export function arrivalPositionAfter({ after }: Page): ArrivalPosition | null {
  if (after === null) return null
  const [, ms, id = ''] = /^(\d{1,15})_([\da-f-]{36}(?:\.\d{15})?)$/.exec(after) ?? []
  if (ms === undefined) throw invalidCursor()
  return { at: new Date(Number(ms)), id }
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
