/**
 * A position in a table's ledger of appends: the number of an append, and the number of records up to and
 * including it.
 */
export interface LedgerPosition {
  readonly seq: number
  readonly records: number
}

export const startOfLedger: LedgerPosition = { seq: 0, records: 0 }
