import { isId } from '../id.ts'
import { invalidCursor, type Page } from '../page.ts'

/** Where a page of arrivals goes on: after the one of this id, which came in then. */
export interface ArrivalPlace {
  readonly at: Date
  readonly id: string
}

export function keyOfPlace({ receivedAt, id }: { readonly receivedAt: Date; readonly id: string }): string {
  return `${receivedAt.getTime()}_${id}`
}

export function placeAfter({ after }: Page): ArrivalPlace | null {
  if (after === null) return null
  const [, ms, id = ''] = /^(\d{1,15})_([\da-f-]{36}(?:\.\d{15})?)$/.exec(after) ?? []
  if (ms === undefined) throw invalidCursor()
  return { at: new Date(Number(ms)), id }
}

/**
 * What was accepted as it came is known by its place in the ledger of its table, in a form whose order is that of
 * places.
 */
export function ledgerId(dataTableId: string, seq: number): string {
  return `${dataTableId}.${String(seq).padStart(15, '0')}`
}

export function readLedgerId(id: string): { readonly dataTableId: string; readonly seq: number } | null {
  const [dataTableId = '', seq = ''] = id.split('.')
  return isId(dataTableId) && /^\d{15}$/.test(seq) ? { dataTableId, seq: Number(seq) } : null
}
