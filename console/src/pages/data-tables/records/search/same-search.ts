import type { View } from '../../../../api/schema.ts'
import type { RecordSearch } from '../../../../api/table/record-search.ts'
import { canonical } from '../../../../components/settings/canonical.ts'

/** Returns whether a view has the search of the list: its words, conditions and order. */
export function isSameSearch({ q, where, sort }: View, requested: RecordSearch): boolean {
  return canonical([q, where, sort]) === canonical([requested.q, requested.where, requested.sort])
}
