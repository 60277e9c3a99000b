import { useQuery } from '@tanstack/react-query'
import type { DataTable, Spinner } from '../../../api/schema.ts'
import { spinnersQuery } from '../../../api/spinner/spinners.ts'
import { t } from '../../../languages/text.ts'
import { useNewSpinner } from './use-new-spinner.ts'

/** The highest number of characters of a spinner's name. */
const maxNameLength = 200

/**
 * Offers to create the first spinner of a data table. `isOffered` is false if a spinner uses the table already, or
 * if spinners see none of its columns.
 */
export function useFirstSpinner(table: DataTable, starts?: Spinner['starts']) {
  const { create, isPending, error } = useNewSpinner()
  const spinners = useQuery(spinnersQuery).data
  const isOffered =
    table.columns.some(({ isMetadata }) => isMetadata) &&
    spinners !== undefined &&
    !spinners.some(({ dataTableId }) => dataTableId === table.id)
  return {
    isOffered,
    create: () =>
      create(table, t('Messages to {name}', { name: table.name }).slice(0, maxNameLength), { starts }),
    isPending,
    error,
  }
}
