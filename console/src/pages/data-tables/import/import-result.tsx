import { Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Check } from 'lucide-react'
import type { DataTable, Imported } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { useTab } from '../tabs.ts'

/** What an import came to, and where to go from there. */
export function ImportResult({
  table: { id, columns },
  imported: { inserted, updated = 0, unchanged = 0 },
  name,
  onAgain,
}: {
  table: DataTable
  imported: Imported
  name: string
  onAgain: () => void
}) {
  const [, open] = useTab()
  const isEmpty = inserted + updated + unchanged === 0
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
              ? `Every row of ${name} is in the table.`
              : `Of the other rows of ${name}, ${updated.toLocaleString('en')} updated a record and ${unchanged.toLocaleString('en')} changed nothing.`}
        </Text>
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
