import { revisionOfContent } from '../../revision.ts'

/** Returns the revision of the choice of a table's indexes, by the indexed columns; null is the index of all words. */
export function revisionOfIndexes(indexes: readonly { readonly column: string | null }[]): number {
  const columns = indexes.flatMap(({ column }) => column ?? []).toSorted()
  return revisionOfContent({ columns, words: indexes.some(({ column }) => column === null) })
}
