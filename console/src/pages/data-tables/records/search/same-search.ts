import type { View } from '../../../../api/schema.ts'
import type { RecordSearch } from '../../../../api/table/record-search.ts'

/** Returns whether a view has the search of the list: its words, conditions and order. */
export function isSameSearch({ q, where, sort }: View, asked: RecordSearch): boolean {
  return sameText([q, where, sort]) === sameText([asked.q, asked.where, asked.sort])
}

/** Returns a value as JSON with sorted fields, so that equal searches have the same text. */
function sameText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
