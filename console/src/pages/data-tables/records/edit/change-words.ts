import { t } from '../../../../languages/text.ts'

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
  const words = [
    changed === total
      ? t('{total, plural, one {# row was} other {# rows were}} changed', { total })
      : t('{changed, number} of {total, plural, one {# row was} other {# rows were}} changed', {
          changed,
          total,
        }),
  ]
  if (unchanged > 0) words.push(t('{unchanged, number} had these values already', { unchanged }))
  if (matched > 0)
    words.push(
      t('{matched, number} would have the same values in the match columns as another record', { matched }),
    )
  if (missing > 0)
    words.push(t('{missing, plural, one {# is} other {# are}} no longer in the table', { missing }))
  if (!fits) words.push(t('the other pasted cells did not fit into this table'))
  return changed === 0 ? words.join('; ') : t('{words}. Press Ctrl+Z to undo', { words: words.join('; ') })
}

/** Returns the words about a deletion of `total` records, of which others may have been deleted before. */
export function wordsOfDeletion(deleted: number, total: number): string {
  if (total === 1)
    return deleted === 1 ? t('The record was deleted.') : t('The record had already been deleted.')
  if (deleted === 0)
    return t('All {total, plural, one {# record} other {# records}} had already been deleted.', { total })
  if (deleted === total)
    return t('{total, plural, one {# record} other {# records}} were deleted.', { total })
  return total - deleted === 1
    ? t(
        '{deleted, number} of {total, plural, one {# record} other {# records}} {deleted, plural, =1 {was} other {were}} deleted. The other record had already been deleted.',
        { deleted, total },
      )
    : t(
        '{deleted, number} of {total, plural, one {# record} other {# records}} {deleted, plural, =1 {was} other {were}} deleted. The others had already been deleted.',
        { deleted, total },
      )
}
