import type { SoughtPerson } from './person-sought.ts'

/** A person who is to be erased, in one organization. */
export type PersonToErase = SoughtPerson & {
  readonly organizationId: string
  /** Digest by which the audit knows the person again: see `PersonDigests`. */
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
  'notes',
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

/** Whether a text holds words that are in lower case, in whatever case. Words of null name nobody. */
export function names(text: string | null, words: string | null): boolean {
  return words !== null && text?.toLowerCase().includes(words) === true
}

export function together(...all: readonly ErasedCounts[]): ErasedCounts {
  const counts: ErasedCounts = {}
  for (const store of personStores) {
    const sum = all.reduce((total, one) => total + (one[store] ?? 0), 0)
    if (sum > 0) counts[store] = sum
  }
  return counts
}
