import { Alert, Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Check, Download, TriangleAlert } from 'lucide-react'
import type { DataTable, Imported } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { useTab } from '../tabs.ts'

/** What an import came to, and where to go from there. */
export function ImportResult({
  table: { id, columns },
  imported: { inserted, updated = 0, unchanged = 0, leftOut },
  name,
  onAgain,
}: {
  table: DataTable
  imported: Imported
  name: string
  onAgain: () => void
}) {
  const [, open] = useTab()
  const left = leftOut?.rows ?? 0
  const isEmpty = inserted + updated + unchanged + left === 0
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" py="lg" role="status">
        <ThemeIcon size={56} radius="xl" variant="light" color="teal">
          <Check size={28} aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h3" ta="center">
          {isEmpty
            ? 'The columns are set'
            : `${inserted.toLocaleString('en')} ${inserted === 1 ? 'record' : 'records'} imported`}
        </Title>
        <Text c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
          {isEmpty
            ? `${name} holds only a header.`
            : updated + unchanged === 0
              ? `Every ${left > 0 ? 'other ' : ''}row of ${name} is in the table.`
              : `Of the other rows of ${name}, ${updated.toLocaleString('en')} updated a record and ${unchanged.toLocaleString('en')} changed nothing.`}
        </Text>
        {leftOut !== undefined && leftOut.arrivalId !== null && (
          <Alert
            color="yellow"
            icon={<TriangleAlert />}
            title={`${left.toLocaleString('en')} ${left === 1 ? 'row was' : 'rows were'} left out`}
            styles={{ title: { color: 'var(--mantine-color-text)' } }}
            maw={520}
          >
            <Text size="sm">
              Each is in this file with its reason. Mend it and import it again: the column with the reasons
              is left out by itself. The file is kept among the arrivals of this table for some weeks.
            </Text>
            <Button
              component="a"
              href={`/api/v1/arrivals/${leftOut.arrivalId}/body`}
              download="left-out-rows.csv"
              size="xs"
              variant="default"
              mt="sm"
              leftSection={<Download size={14} aria-hidden />}
            >
              Download the rows
            </Button>
          </Alert>
        )}
        {!columns.some(({ metadata }) => metadata) && (
          <Text size="sm" ta="center" maw={460}>
            Spinners see only metadata columns, and this table has none yet.{' '}
            <AnchorLink
              inherit
              underline="always"
              to="/data-tables/$dataTableId"
              params={{ dataTableId: id }}
              search={{ tab: 'settings' }}
            >
              Choose metadata columns
            </AnchorLink>
          </Text>
        )}
        <Group gap="sm" justify="center" mt="xs">
          <Button variant="default" onClick={onAgain}>
            Import another file
          </Button>
          <Button
            onClick={() => {
              onAgain()
              open(isEmpty ? 'connect' : 'records')
            }}
          >
            {isEmpty ? 'Connect your CRM' : 'See the records'}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
