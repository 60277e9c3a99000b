import { Paper, Table, VisuallyHidden } from '@mantine/core'
import type { DataTable, Spinner } from '../../../api/schema.ts'
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
    <Paper withBorder>
      <Table.ScrollContainer
        pos="relative"
        minWidth={760}
        type="native"
        tabIndex={0}
        role="region"
        aria-label="Spinners"
      >
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Data table</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Steps</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {spinners.toReversed().map((spinner) => (
              <SpinnerRow key={spinner.id} spinner={spinner} table={byId.get(spinner.dataTableId)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
