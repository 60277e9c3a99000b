import { normalizedEmail } from '../email-address.ts'
import type { DataRecord } from '../table/cell.ts'
import { columnKind } from '../table/column-kind.ts'
import type { Match } from '../table/match.ts'

/** Somebody who is to be erased, in one organization. */
export interface PersonToErase {
  readonly organizationId: string
  /** As `normalizedEmail` leaves it. */
  readonly address: string
  /** By which they are known again: see `PersonDigests`. */
  readonly digest: string
}

/** Where something about a person may stand, in the order in which a receipt names it. */
export const personStores = [
  'records',
  'cells',
  'recordKeys',
  'recordChanges',
  'importRows',
  'arrivals',
  'recipients',
  'messages',
  'contacts',
  'suppressions',
  'idempotencyKeys',
  'requestIds',
  'auditEntries',
  'triggerData',
] as const
type PersonStore = (typeof personStores)[number]

export type ErasedCounts = Partial<Record<PersonStore, number>>

export interface ErasureReceipt {
  readonly at: Date
  readonly person: string
  /** Whether there was anything to erase. */
  readonly found: boolean
  /** Messages that were being sent when it ended: what they leave behind goes by asking again. */
  readonly onTheWire: number
  /** Whether they are not written to if they come back. */
  readonly suppressed: boolean
  readonly stores: readonly { readonly store: PersonStore; readonly erased: number }[]
}

/**
 * What becomes of a record of which a cell is the address: null where it is the person's own, otherwise the columns
 * that are emptied. A lead is not gone because its owner, whose address stands in it too, is erased. Whose a record is,
 * match columns say, and those that are called as an address is; where none of them has one, whichever cell it is.
 */
export function columnsToEmpty(
  match: Pick<Match, 'columns'> | null,
  record: DataRecord,
  address: string,
): readonly string[] | null {
  const addresses = Object.entries(record).flatMap(([name, cell]) => {
    const read = typeof cell === 'string' && cell.includes('@') ? normalizedEmail(cell) : null
    return read === null ? [] : [{ name, isOf: read === address }]
  })
  const deciding = addresses.filter(
    ({ name }) => match?.columns.includes(name) === true || columnKind(name) === 'email',
  )
  if ((deciding.length > 0 ? deciding : addresses).some(({ isOf }) => isOf)) return null
  return addresses.filter(({ isOf }) => isOf).map(({ name }) => name)
}

/** Whether a text names the address, in whatever case. */
export function names(text: string | null, address: string): boolean {
  return text?.toLowerCase().includes(address) === true
}

export function together(...all: readonly ErasedCounts[]): ErasedCounts {
  const counts: ErasedCounts = {}
  for (const store of personStores) {
    const sum = all.reduce((total, one) => total + (one[store] ?? 0), 0)
    if (sum > 0) counts[store] = sum
  }
  return counts
}
