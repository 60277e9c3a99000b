import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { ColumnChecks } from '../settings/column-checks.tsx'

/** Asks after the first import which columns are visible to spinners, because a spinner needs at least one. */
export function MarkMetadata({ table }: { table: DataTable }) {
  const change = useChangeDataTable(table.id)
  const [marked, setMarked] = useState<readonly string[]>([])
  return (
    <Paper withBorder p="md" w="100%" maw={560} component="section" aria-label="Columns visible to spinners">
      <Stack gap="sm">
        <Text size="sm">
          Which columns should be visible to spinners? Templates and conditions can use only the columns that
          you choose here. You can change the choice later in the settings of the table.
        </Text>
        <ColumnChecks names={table.columns.map(({ name }) => name)} marked={marked} onChange={setMarked} />
        {change.isError && <ProblemAlert error={change.error} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={marked.length === 0}
            loading={change.isPending}
            onClick={() => change.mutate({ metadataColumns: [...marked] })}
          >
            Make columns visible to spinners
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
