import { Stack } from '@mantine/core'
import type { DataTable } from '../../../api/schema.ts'
import { ReplayOffer } from '../../arrivals/admission/replay-offer.tsx'
import { useTab } from '../tabs.ts'
import { Columns } from './columns/columns.tsx'
import { useFirstNames } from './columns/use-first-names.ts'
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
  const firstNames = useFirstNames()
  return (
    <Stack gap="lg">
      {tab === 'settings' && <ReplayOffer table={table} />}
      <TableName table={table} />
      <Columns table={table} onRenamed={firstNames.noteRenamed} />
      <MetadataColumns table={table} firstNames={firstNames} />
      <MissingColumns table={table} />
      <MatchColumns table={table} />
      <Intake table={table} />
      <Signatures table={table} />
      <DeleteDataTable table={table} />
    </Stack>
  )
}
