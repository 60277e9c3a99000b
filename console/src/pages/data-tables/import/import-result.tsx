import { Alert, Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Check, Download, TriangleAlert } from 'lucide-react'
import type { DataTable, Imported } from '../../../api/schema.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { useFirstSpinner } from '../../spinners/list/use-first-spinner.ts'
import { useTab } from '../tabs.ts'
import { MarkMetadata } from './mark-metadata.tsx'

/** Shows the result of an import, and the next steps. */
export function ImportResult({
  table,
  imported: { inserted, updated = 0, unchanged = 0, leftOut },
  name,
  isNewlyVisible,
  onAgain,
}: {
  table: DataTable
  imported: Imported
  name: string
  /** Whether the import made the columns of the table visible to spinners. */
  isNewlyVisible: boolean
  onAgain: () => void
}) {
  const [, open] = useTab()
  const left = leftOut?.rows ?? 0
  const spinner = useFirstSpinner(table)
  const { columns } = table
  const hasMetadata = columns.some(({ isMetadata }) => isMetadata)
  const isEmpty = inserted + updated + unchanged + left === 0
  const canWrite = !isEmpty && spinner.isOffered
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" py="lg">
        <ThemeIcon size={56} radius="xl" variant="light" color="teal">
          <Check size={28} aria-hidden />
        </ThemeIcon>
        <Box role="status">
          <Title order={2} size="h3" ta="center">
            {isEmpty
              ? t('The columns of the table were created')
              : t('{inserted, plural, one {# record} other {# records}} imported', { inserted })}
          </Title>
          <Text c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
            {isEmpty
              ? t('The file {name} has column names but no rows, so no record was added.', { name })
              : updated + unchanged === 0
                ? left > 0
                  ? t('All other rows of the file {name} are in the table.', { name })
                  : t('All rows of the file {name} are in the table.', { name })
                : wordsOfMatches(name, updated, unchanged)}
          </Text>
        </Box>
        {leftOut !== undefined && leftOut.arrivalId !== null && (
          <LeftOutRows count={left} arrivalId={leftOut.arrivalId} />
        )}
        {columns.length > 0 && (isNewlyVisible || !hasMetadata) && <MarkMetadata table={table} />}
        <Group gap="sm" justify="center" mt="xs">
          <Button variant="default" onClick={onAgain}>
            {t('Import another file')}
          </Button>
          <Button
            variant={canWrite ? 'default' : 'filled'}
            onClick={() => {
              onAgain()
              open(isEmpty ? 'connect' : 'records')
            }}
          >
            {isEmpty ? t('Connect your CRM') : t('See the records')}
          </Button>
          {canWrite && (
            <Button loading={spinner.isPending} onClick={spinner.create}>
              {t('Create a spinner')}
            </Button>
          )}
        </Group>
        {spinner.error !== null && <ProblemAlert error={spinner.error} />}
      </Stack>
    </Paper>
  )
}

function LeftOutRows({ count, arrivalId }: { count: number; arrivalId: string }) {
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert />}
      title={t('{count, plural, one {# row was} other {# rows were}} left out', { count })}
      maw={520}
    >
      <Text size="sm">
        {t(
          'Download the rows that were left out, correct them and import that file; its column of reasons is ignored. The file stays in the arrivals of this table, by default for 30 days.',
        )}
      </Text>
      <Button
        component="a"
        href={`/api/v1/arrivals/${arrivalId}/body`}
        download="left-out-rows.csv"
        size="xs"
        variant="default"
        mt="sm"
        leftSection={<Download size={14} aria-hidden />}
      >
        {t('Download left-out rows')}
      </Button>
    </Alert>
  )
}

/** Says how many rows of a file matched existing records or earlier rows: those that updated them, and others. */
function wordsOfMatches(name: string, updated: number, unchanged: number): string {
  if (unchanged === 0)
    return t(
      '{updated, plural, one {# other row} other {# other rows}} of the file {name} updated a record.',
      {
        name,
        updated,
      },
    )
  if (updated === 0)
    return t(
      '{unchanged, plural, one {# other row} other {# other rows}} of the file {name} changed nothing, because the record existed already.',
      { name, unchanged },
    )
  return t(
    'Of the other rows of the file {name}, {updated, number} updated a record and {unchanged, number} changed nothing.',
    { name, updated, unchanged },
  )
}
