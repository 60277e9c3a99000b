import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { t } from '../../../languages/text.ts'
import { ColumnChecks } from '../settings/column-checks.tsx'
import { visibleAtFirst } from './visible-columns.ts'

/**
 * Shows which columns an import made visible to spinners, and lets the user choose others. Asks for the columns
 * at once if none is visible, because a spinner needs at least one.
 */
export function MarkMetadata({ table }: { table: DataTable }) {
  const { id, columns } = table
  const change = useChangeDataTable(id)
  const names = columns.map(({ name }) => name)
  const visible = columns.filter(({ isMetadata }) => isMetadata).map(({ name }) => name)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const revision = useSeenRevision(table, {
    value: visible,
    isEdited: chosen !== null,
    answer: change.data,
  })
  if (visible.length > 0 && chosen === null)
    return (
      <Group gap="sm" justify="center">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {visible.length === names.length && names.length > 5
            ? t('Spinners can use all {count} columns.', { count: names.length })
            : t('Spinners can use the columns {visible}.', { visible: visible.join(', ') })}
        </Text>
        <Button size="xs" variant="default" onClick={() => setChosen(visible)}>
          {t('Choose columns')}
        </Button>
      </Group>
    )
  const marked = chosen ?? visibleAtFirst(names)
  const save = (seen: number | null) =>
    change.mutate(
      { changes: { metadataColumns: [...marked] }, revision: seen },
      { onSuccess: () => setChosen(unlessChanged(chosen, null)) },
    )
  return (
    <Paper
      withBorder
      p="md"
      w="100%"
      maw={560}
      component="section"
      aria-label={t('Columns visible to spinners')}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'Which columns should be visible to spinners? Templates and conditions can use only the columns that you choose here. You can change the choice later in the settings of the table.',
          )}
        </Text>
        <ColumnChecks names={names} marked={marked} onChange={setChosen} />
        <EditProblem edit={change} thing="dataTable" place="page" onReplace={() => save(null)} />
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={marked.length === 0}
            loading={change.isPending}
            onClick={() => save(revision)}
          >
            {t('Make columns visible to spinners')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
