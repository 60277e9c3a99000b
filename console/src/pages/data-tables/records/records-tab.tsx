import { Box, Button, Group, Text } from '@mantine/core'
import { Inbox, Plug, Upload } from 'lucide-react'
import { useState } from 'react'
import type { DataTable, TableRecord } from '../../../api/schema.ts'
import { useRecords } from '../../../api/table/records.ts'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { ListSkeleton } from '../../../components/loading/skeletons.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { useTab } from '../tabs.ts'
import { ExportMenu } from './export-menu.tsx'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordGrid } from './record-grid.tsx'

/** What is in the table, the newest first, as it arrives. */
export function RecordsTab({ table }: { table: DataTable }) {
  const [isAtTop, setAtTop] = useState(true)
  const [opened, setOpened] = useState<TableRecord | null>(null)
  const { records, arrived, isBehind, canLoadMore, loadMore } = useRecords({
    dataTableId: table.id,
    recordCount: table.recordCount,
    follows: isAtTop,
  })
  if (records.data === undefined)
    return records.isError ? (
      <ProblemAlert error={records.error} retry={records.refetch} />
    ) : (
      <ListSkeleton rows={8} />
    )
  const rows = records.data.pages.flatMap(({ items }) => items)
  if (rows.length === 0) return <NoRecords table={table} />
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm" wrap="nowrap">
        <Text c="dimmed" size="sm">
          The newest first. New records appear by themselves.
        </Text>
        <ExportMenu dataTableId={table.id} />
      </Group>
      <RecordGrid
        columns={table.columns}
        records={rows}
        arrived={arrived}
        isBehind={isBehind}
        isComplete={!records.hasNextPage}
        canLoadMore={canLoadMore}
        onNearEnd={loadMore}
        onAtTop={setAtTop}
        onOpen={setOpened}
      />
      {records.isFetchNextPageError && (
        <Box mt="sm">
          <ProblemAlert error={records.error} retry={records.fetchNextPage} />
        </Box>
      )}
      <RecordDrawer table={table} record={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function NoRecords({ table }: { table: DataTable }) {
  const [, open] = useTab()
  const hasColumns = table.columns.length > 0
  return (
    <EmptyState
      icon={Inbox}
      title={hasColumns ? 'No records yet' : 'Begin with a CSV'}
      action={
        <Group mt="xs" justify="center" gap="sm">
          <Button
            variant={hasColumns ? 'default' : 'filled'}
            leftSection={<Upload size={16} aria-hidden />}
            onClick={() => open('import')}
          >
            Import a CSV
          </Button>
          <Button
            variant={hasColumns ? 'filled' : 'default'}
            leftSection={<Plug size={16} aria-hidden />}
            onClick={() => open('connect')}
          >
            {hasColumns ? 'Connect your CRM' : 'How to connect'}
          </Button>
        </Group>
      }
    >
      {hasColumns
        ? 'Records appear here within moments of being sent in. Import a CSV, or let your CRM send them to the webhook URL.'
        : 'The header row of the first CSV names this table’s columns; a header alone is enough. They can also be added in the settings. After that, records can also be sent to the webhook URL.'}
    </EmptyState>
  )
}
