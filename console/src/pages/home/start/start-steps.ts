import type { DataTable, Spinner } from '../../../api/schema.ts'

type Tables = readonly Pick<DataTable, 'recordCount'>[]

/** Returns true if any table has records. */
export function hasRecords(dataTables: Tables | undefined): boolean {
  return dataTables?.some(({ recordCount }) => recordCount > 0) ?? false
}

/** Returns the first published spinner; undefined if there is none. */
export function publishedOf(spinners: readonly Spinner[] | undefined): Spinner | undefined {
  return spinners?.find(({ status }) => status === 'published')
}
