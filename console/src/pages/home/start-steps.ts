import type { DataTable, Spinner } from '../../api/schema.ts'

type Tables = readonly Pick<DataTable, 'recordCount'>[]

/** Whether rows have come in. */
export function hasRecords(dataTables: Tables | undefined): boolean {
  return dataTables?.some(({ recordCount }) => recordCount > 0) ?? false
}

/** The spinner that can be run, where one was published. */
export function publishedOf(spinners: readonly Spinner[] | undefined): Spinner | undefined {
  return spinners?.find(({ status }) => status === 'published')
}
