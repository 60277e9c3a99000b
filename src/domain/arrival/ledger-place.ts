/** A place in a table's ledger of appends: everything up to here, and how many records that is. */
export interface LedgerPlace {
  readonly seq: number
  readonly records: number
}

export const startOfLedger: LedgerPlace = { seq: 0, records: 0 }
