import { Box, Group, Paper, Table, Text, Title } from '@mantine/core'
import type { Job, Overview, Spinner } from '../../api/schema.ts'
import { JobProgress } from '../../components/job/job-progress.tsx'
import { JobStatusBadge } from '../../components/job/job-status-badge.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { nameOfSpinner } from '../../components/names/name-of-spinner.ts'
import { Moment } from '../../components/time/moment.tsx'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { startedBy } from '../jobs/job-words.ts'

const counted = ['running', 'queued', 'scheduled', 'paused'] as const
const words = {
  running: t('running'),
  queued: t('queued'),
  scheduled: t('scheduled'),
  paused: t('paused'),
} as const
const maxCounted = 1_000

/** Shows how many jobs are in progress, and the latest jobs. */
export function JobsInProgress({
  counts,
  jobs,
  spinners,
}: {
  counts: Overview['jobs'] | undefined
  jobs: readonly Job[]
  spinners: readonly Spinner[] | undefined
}) {
  const some = counted.filter((status) => (counts?.[status] ?? 0) > 0)
  return (
    <section aria-labelledby="latest-jobs">
      <Group justify="space-between" align="baseline" mb="sm" gap="xs">
        <Group align="baseline" gap="sm">
          <Title order={2} id="latest-jobs">
            {t('Jobs')}
          </Title>
          {counts !== undefined && (
            <Text size="sm" c="dimmed" className="numbers">
              {some.length === 0
                ? t('No active jobs.')
                : some.map((status) => `${wordOf(counts[status])} ${words[status]}`).join(' · ')}
            </Text>
          )}
        </Group>
        <AnchorLink to="/jobs" size="sm">
          {t('All jobs')}
        </AnchorLink>
      </Group>
      <Paper withBorder>
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-labelledby="latest-jobs">
          <Table.Tbody>
            {jobs.map(({ id, spinnerId, status, counts: progress, createdAt, startsAt, ...job }) => (
              <Table.Tr key={id} className="linked-row">
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <AnchorLink
                    className="row-link"
                    to="/jobs/$jobId"
                    params={{ jobId: id }}
                    fw={600}
                    size="sm"
                    c="inherit"
                  >
                    {nameOfSpinner(spinners, spinnerId)}
                  </AnchorLink>
                  <Text size="xs" c="dimmed" component="div">
                    {startedBy(job)} · <Moment at={createdAt} />
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Box w="max-content" ml="auto">
                    <JobStatusBadge status={status} counts={progress} startsAt={startsAt} />
                  </Box>
                </Table.Td>
                <Table.Td miw={140} visibleFrom="xs">
                  <JobProgress counts={progress} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </section>
  )
}

function wordOf(count: number): string {
  return count >= maxCounted ? t('1,000 or more') : count.toLocaleString(language)
}
