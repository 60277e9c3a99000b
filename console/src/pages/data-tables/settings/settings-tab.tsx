import { Stack } from '@mantine/core'
import type { DataTable } from '../../../api/schema.ts'
import { ReplayOffer } from '../../arrivals/admission/replay-offer.tsx'
import { useTab } from '../tabs.ts'
import { Columns } from './columns/columns.tsx'
import { DeleteDataTable } from './delete-data-table.tsx'
import { Intake } from './intake.tsx'
import { MatchColumns } from './match-columns.tsx'
import { MetadataColumns } from './metadata-columns.tsx'
import { MissingColumns } from './missing-columns.tsx'
import { Signatures } from './signatures.tsx'
import { TableName } from './table-name.tsx'

/** All settings of a data table; each part has its own save button. */
export function SettingsTab({ table }: { table: DataTable }) {
  const [tab] = useTab()
  return (
    <Stack gap="lg">
      {tab === 'settings' && <ReplayOffer table={table} />}
      <TableName table={table} />
      <Columns table={table} />
      <MetadataColumns table={table} />
      <MissingColumns table={table} />
      <MatchColumns table={table} />
      <Intake table={table} />
      <Signatures table={table} />
      <DeleteDataTable table={table} />
    </Stack>
  )
}
