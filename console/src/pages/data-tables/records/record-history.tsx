import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import { useState } from 'react'
import { auditQuery } from '../../../api/account/audit.ts'
import { useMay } from '../../../api/account/session.ts'
import type { AuditEntry, Cells } from '../../../api/schema.ts'
import { LoadMore } from '../../../components/loading/load-more.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'

/** A button that shows the edits of a record from the audit log, which only admins and owners may read. */
export function RecordHistory({ recordId }: { recordId: string }) {
  const reads = useMay('admin')
  const [opened, setOpened] = useState(false)
  if (!reads) return null
  return opened ? (
    <Edits recordId={recordId} />
  ) : (
    <Button
      variant="default"
      size="xs"
      leftSection={<History size={14} aria-hidden />}
      onClick={() => setOpened(true)}
    >
      {t('Show history')}
    </Button>
  )
}

function Edits({ recordId }: { recordId: string }) {
  const query = useInfiniteQuery(auditQuery({ subject: recordId, action: 'record.changed' }))
  const entries = query.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-label={t('History')}>
      <Title order={3} size="h5" mb={4}>
        {t('History')}
      </Title>
      {entries === undefined && <NotLoaded query={query} rows={2} />}
      {entries?.length === 0 && (
        <Text size="sm" c="dimmed">
          {query.hasNextPage
            ? t(
                'The searched part of the audit log has no edit of this record. Load more to search older entries of the audit log.',
              )
            : t('The audit log has no edit of this record.')}
        </Text>
      )}
      <Stack component="ul" gap="sm" className="plain-list">
        {entries?.map((entry) => (
          <Edit key={entry.id} entry={entry} />
        ))}
      </Stack>
      <LoadMore query={query} />
    </section>
  )
}

function Edit({ entry: { createdAt, actor, before, after } }: { entry: AuditEntry }) {
  const [old, now] = [cellsOf(before), cellsOf(after)]
  const columns = namesIn(after)
  return (
    <li>
      <Text size="xs" c="dimmed">
        {rich('{moment} by {name}', {
          moment: <Moment at={createdAt} />,
          name: actor.name ?? t('the service'),
        })}
      </Text>
      {columns.map((column) => (
        <Group key={column} gap={6}>
          <Text size="sm">{column}</Text>
          {old !== null && Object.hasOwn(old, column) && (
            <>
              <Code style={{ textDecoration: 'line-through' }}>{String(old[column] ?? '–')}</Code>
              <ArrowRight size={12} aria-label={t('became')} role="img" />
            </>
          )}
          {now !== null && Object.hasOwn(now, column) && <Code>{String(now[column] ?? '–')}</Code>}
        </Group>
      ))}
      {old === null && (
        <Text size="xs" c="dimmed">
          {t('The organization does not keep values in the audit log.')}
        </Text>
      )}
    </li>
  )
}

/** Returns the values of cells in the facts of an audit entry; null if the organization does not keep values. */
function cellsOf(facts: AuditEntry['before']): Cells | null {
  const cells: unknown = facts?.['cells']
  return typeof cells === 'object' && cells !== null ? (cells as Cells) : null
}

function namesIn(facts: AuditEntry['after']): readonly string[] {
  const columns: unknown = facts?.['columns']
  return Array.isArray(columns) ? columns.map(String) : []
}
