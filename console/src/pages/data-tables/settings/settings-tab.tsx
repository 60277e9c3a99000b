import { Stack } from '@mantine/core'
import type { DataTable } from '../../../api/schema.ts'
import { DeleteDataTable } from './delete-data-table.tsx'
import { MetadataColumns } from './metadata-columns.tsx'
import { MissingColumns } from './missing-columns.tsx'
import { TableName } from './table-name.tsx'

/** What can be changed about a data table; each part is saved by itself. */
export function SettingsTab({ table }: { table: DataTable }) {
  return (
    <Stack gap="lg">
      <TableName table={table} />
      <MetadataColumns table={table} />
      <MissingColumns table={table} />
      <DeleteDataTable table={table} />
    </Stack>
  )
}
