import { Code, Group, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowRight, ScrollText } from 'lucide-react'
import { auditQuery } from '../../api/account/audit.ts'
import { useMay } from '../../api/account/session.ts'
import type { AuditEntry } from '../../api/schema.ts'
import { projectsQuery } from '../../api/table/projects.ts'
import { ExportCsv } from '../../components/export/export-csv.tsx'
import { ForAdmins } from '../../components/for-admins.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { exactTime } from '../../components/time/exact-time.ts'
import { t } from '../../languages/text.ts'
import { AuditFilters, useAuditFilter } from './audit-filters.tsx'
import styles from './audit-page.module.css'
import { actionWords, actorWords, changesOf, pageOf, subjectWords } from './audit-words.ts'

/** Lists the entries of the audit log: who changed which object, when, and how. */
export function AuditPage() {
  const reads = useMay('admin')
  const filter = useAuditFilter()
  return (
    <>
      <PageHeader
        title={t('Audit log')}
        description={t(
          'Who did what and when, with the values before and after. Entries of the audit log are never changed.',
        )}
        actions={reads && <ExportCsv path="/api/v1/audit" filter={{ ...filter }} fileName="audit.csv" />}
      />
      {reads ? (
        <Log />
      ) : (
        <ForAdmins isWholePage>{t('Only admins and owners can read the audit log.')}</ForAdmins>
      )}
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
      {entries === undefined && <NotLoaded query={query} rows={6} />}
      {entries?.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title={
            query.hasNextPage ? t('No matching entries in the searched part') : t('No matching audit entries')
          }
        >
          {query.hasNextPage
            ? t('Only the newest part of the audit log was searched. Load more to search older entries.')
            : t('No audit entry matches. Change the filters above.')}
        </EmptyState>
      )}
      {entries !== undefined && entries.length > 0 && <EntryList entries={entries} />}
      <LoadMore query={query} />
    </>
  )
}

function EntryList({ entries }: { entries: readonly AuditEntry[] }) {
  const projects = useQuery(projectsQuery).data
  const nameOfProject = (id: string) =>
    projects === undefined
      ? '…'
      : (projects.find((project) => project.id === id)?.name ?? t('a deleted project'))
  return (
    <Paper withBorder component="ul" className="plain-list" aria-label={t('Audit entries, newest first')}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} nameOfProject={nameOfProject} />
      ))}
    </Paper>
  )
}

function Entry({ entry, nameOfProject }: { entry: AuditEntry; nameOfProject: (id: string) => string }) {
  const { createdAt, action, actor, ipAddress, subject } = entry
  const named = subjectWords(entry)
  const page = pageOf(subject)
  return (
    <li className={styles['entry']}>
      <Text size="sm" c="dimmed" component="time" dateTime={createdAt}>
        {exactTime(createdAt)}
      </Text>
      <div className={styles['text']}>
        <Text size="sm">{actorWords(actor)}</Text>
        {ipAddress !== null && (
          <Text size="xs" c="dimmed">
            {t('from {ipAddress}', { ipAddress })}
          </Text>
        )}
      </div>
      <div className={styles['text']}>
        <Text size="sm" fw={600}>
          {actionWords(action)}
        </Text>
        {named !== null && (
          <Text size="xs" c="dimmed">
            {page === null ? (
              named
            ) : (
              <AnchorLink {...page} inherit underline="always">
                {named}
              </AnchorLink>
            )}
          </Text>
        )}
      </div>
      <Stack gap={4}>
        {changesOf(entry, nameOfProject).map(({ fact, before, after }) => (
          <Group key={fact} gap={6}>
            <Text size="xs" c="dimmed">
              {fact}
            </Text>
            {before !== null && <Code style={{ textDecoration: 'line-through' }}>{before}</Code>}
            {before !== null && after !== null && (
              <ArrowRight size={12} aria-label={t('became')} role="img" />
            )}
            {after !== null && <Code>{after}</Code>}
          </Group>
        ))}
      </Stack>
    </li>
  )
}
