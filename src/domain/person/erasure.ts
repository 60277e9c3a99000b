import type { PersonIdentity } from './person-query.ts'

/** A person who is to be erased, in one organization. */
export type PersonToErase = PersonIdentity & {
  readonly organizationId: string
  /**
   * The keyed hash of the person's address, or of a column and its value, by which audit entries name the
   * person: see `PersonDigests`.
   */
  readonly digest: string
}

/**
 * The places where data about a person may be stored, in the order in which the receipt of an erasure lists
 * them.
 */
export const personStores = [
  'records',
  'cells',
  'recordKeys',
  'recordChanges',
  'importRows',
  'arrivals',
  'recipients',
  'messages',
  'threadMails',
  'contacts',
  'suppressions',
  'idempotencyKeys',
  'requestIds',
  'auditEntries',
  'triggerData',
  'notes',
  'events',
] as const
type ErasedStore = (typeof personStores)[number]

export type ErasedCounts = Partial<Record<ErasedStore, number>>

/**
 * A record that an erasure kept although it named the person, because it is about another person: `anotherPerson` if it
 * has the address of another person, `noAddress` if it has none.
 */
export interface RemainingRecord {
  readonly dataTableId: string
  readonly recordId: string
  /** The columns whose cells named the person and were emptied or changed. */
  readonly columns: readonly string[]
  readonly reason: 'anotherPerson' | 'noAddress'
}

export interface ErasureReceipt {
  readonly at: Date
  readonly person: string
  /** True if the erasure found any data about the person in the organization. */
  readonly isFound: boolean
  /**
   * The number of messages to the person that were still being sent when the erasure ended. Their stored copies
   * remain until the erasure is requested again.
   */
  readonly inTransit: number
  /** Whether the organization sends no mail to the person if the person's data is added again. */
  readonly isSuppressed: boolean
  readonly stores: readonly { readonly store: ErasedStore; readonly erased: number }[]
  /** Records of others that named the person, at most `maxStoredRecords`; the store `cells` has their number. */
  readonly remainingRecords: readonly RemainingRecord[]
}

/** The highest number of records of others that a receipt of an erasure names. */
export const maxStoredRecords = 100

/** Returns whether a text contains the lower-case `words`, ignoring case. If `words` is null, returns false. */
export function textNames(text: string | null, words: string | null): boolean {
  return words !== null && text?.toLowerCase().includes(words) === true
}

export function sumOfErasures(...all: readonly ErasedCounts[]): ErasedCounts {
  const counts: ErasedCounts = {}
  for (const store of personStores) {
    const sum = all.reduce((total, one) => total + (one[store] ?? 0), 0)
    if (sum > 0) counts[store] = sum
  }
  return counts
}
