import type { DataTable, Spinner } from '../../../api/schema.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { SpinnerRow } from './spinner-row.tsx'

export function SpinnerList({
  spinners,
  tables,
}: {
  spinners: readonly Spinner[]
  tables: readonly DataTable[]
}) {
  const byId = new Map(tables.map((table) => [table.id, table]))
  return (
    <ListTable
      label="Spinners"
      minWidth={760}
      columns={['Name', 'Data table', 'Status', 'Steps', 'Created']}
      hasActions
    >
      {spinners.toReversed().map((spinner) => (
        <SpinnerRow key={spinner.id} spinner={spinner} table={byId.get(spinner.dataTableId)} />
      ))}
    </ListTable>
  )
}
