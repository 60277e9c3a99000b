import type { ImportForecast } from '../../../api/schema.ts'

/** The rows of an import file by what the import does with them. The numbers add up to `rows`. */
export interface ImportSum {
  readonly rows: number
  readonly inserted: number
  readonly updated: number
  /** The number of rows that repeat another row or change nothing in the table. */
  readonly unchanged: number
  readonly leftOut: number
}

/** Returns what an import does with the rows of its file, by a forecast with the same `skipBadRows`. */
export function importSum(
  { rows, wouldInsert: inserted, wouldUpdate: updated, faultyRows }: ImportForecast,
  skipBadRows: boolean,
): ImportSum {
  const leftOut = skipBadRows ? faultyRows : 0
  return { rows, inserted, updated, unchanged: rows - inserted - updated - leftOut, leftOut }
}
