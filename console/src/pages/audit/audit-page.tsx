import { Code, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { auditQuery } from '../../api/account/audit.ts'
import { useMay } from '../../api/account/session.ts'
import type { AuditEntry } from '../../api/schema.ts'
import { exactTime } from '../../components/exact-time.ts'
import { ForOwners } from '../../components/for-owners.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { ListSkeleton } from '../../components/loading/skeletons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { AuditFilters, useAuditFilter } from './audit-filters.tsx'
import { actionWords, actorWords, changesOf } from './audit-words.ts'

/** Who did what to which thing. */
export function AuditPage() {
  const reads = useMay('admin')
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what to which thing, before and after. Entries are added and never changed."
      />
      {reads ? <Log /> : <ForOwners>An admin reads the audit log.</ForOwners>}
    </>
  )
}

function Log() {
  const filter = useAuditFilter()
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <AuditFilters />
      {query.isError && <ProblemAlert error={query.error} retry={query.refetch} />}
      {query.isPending && <ListSkeleton rows={6} />}
      {entries?.length === 0 && (
        <EmptyState icon={ScrollText} title={query.hasNextPage ? 'None among the latest' : 'No entries'}>
          {query.hasNextPage
            ? 'The log is looked through in parts; look further back.'
            : 'Nothing like this was done.'}
        </EmptyState>
      )}
      {entries !== undefined && entries.length > 0 && <EntryTable entries={entries} />}
      <LoadMore query={query} />
    </>
  )
}

function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={860} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={190}>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Before and after</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { at, action, actor, subject } = entry
  const named = subject.name ?? subject.id
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>
        <time dateTime={at}>{exactTime(at)}</time>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{actorWords(actor)}</Text>
        {actor.address !== null && (
          <Text size="xs" c="dimmed">
            from {actor.address}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" fw={600}>
          {actionWords(action)}
        </Text>
        {named !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {named}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Stack gap={4}>
          {changesOf(entry).map(({ fact, before, after }) => (
            <Group key={fact} gap={6}>
              <Text size="xs" c="dimmed">
                {fact}
              </Text>
              {before !== null && <Code style={{ textDecoration: 'line-through' }}>{before}</Code>}
              {before !== null && after !== null && (
                <Text size="xs" c="dimmed" aria-label="became">
                  →
                </Text>
              )}
              {after !== null && <Code>{after}</Code>}
            </Group>
          ))}
        </Stack>
      </Table.Td>
    </Table.Tr>
  )
}
