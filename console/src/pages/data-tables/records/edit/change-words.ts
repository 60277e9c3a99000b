import { counted } from '../../../../components/counted.ts'

/** The numbers of rows that a change of cells has changed, and of those that it has not. */
interface Counts {
  readonly changed: number
  /** The number of rows that had the values already. */
  readonly unchanged: number
  /** The number of rows that would have got the match columns of another record. */
  readonly matched: number
  /** The number of rows whose records are no longer in the table. */
  readonly missing: number
}

/**
 * Returns the words about a change of `total` rows: how many were changed, and why the others were not. `fits` is false
 * if some of the pasted cells lie outside of the table.
 */
export function wordsOfChange(
  { changed, unchanged, matched, missing }: Counts,
  total: number,
  fits: boolean,
): string {
  const of = counted(total, 'row')
  const rows = changed === total ? of : `${changed.toLocaleString('en')} of ${of}`
  const words = [`${rows} ${total === 1 ? 'was' : 'were'} changed`]
  if (unchanged > 0) words.push(`${unchanged.toLocaleString('en')} had these values already`)
  if (matched > 0)
    words.push(
      `${matched.toLocaleString('en')} would have the same values in the match columns as another record`,
    )
  if (missing > 0)
    words.push(`${missing.toLocaleString('en')} ${missing === 1 ? 'is' : 'are'} no longer in the table`)
  if (!fits) words.push('the other pasted cells did not fit into this table')
  return changed === 0 ? words.join('; ') : `${words.join('; ')}. Press Ctrl+Z to undo`
}

/** Returns the words about a deletion of `total` records, of which others may have been deleted before. */
export function wordsOfDeletion(deleted: number, total: number): string {
  if (total === 1) return deleted === 1 ? 'The record was deleted.' : 'The record had already been deleted.'
  if (deleted === 0) return `All ${counted(total, 'record')} had already been deleted.`
  if (deleted === total) return `${counted(total, 'record')} were deleted.`
  const some = `${deleted.toLocaleString('en')} of ${counted(total, 'record')}`
  const others = total - deleted === 1 ? 'The other record' : 'The others'
  return `${some} ${deleted === 1 ? 'was' : 'were'} deleted. ${others} had already been deleted.`
}
