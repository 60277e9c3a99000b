import { Group, Paper, Table, Title } from '@mantine/core'
import type { Job, Spinner } from '../../api/schema.ts'
import { JobProgress } from '../../components/job/job-progress.tsx'
import { JobStatusBadge } from '../../components/job/job-status-badge.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Moment } from '../../components/moment.tsx'
import { nameOfSpinner } from '../../components/names/name-of-spinner.ts'

/** What has run lately. */
export function LatestJobs({ jobs, spinners }: { jobs: readonly Job[]; spinners: readonly Spinner[] }) {
  return (
    <section aria-labelledby="latest-jobs">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="latest-jobs">
          Latest jobs
        </Title>
        <AnchorLink to="/jobs" size="sm">
          All jobs
        </AnchorLink>
      </Group>
      <Paper withBorder>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Tbody>
            {jobs.map(({ id, spinnerId, status, counts, createdAt }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <AnchorLink to="/jobs/$jobId" params={{ jobId: id }} fw={600} size="sm">
                    {nameOfSpinner(spinners, spinnerId)}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>
                  <JobStatusBadge status={status} counts={counts} />
                </Table.Td>
                <Table.Td miw={140} visibleFrom="xs">
                  <JobProgress counts={counts} />
                </Table.Td>
                <Table.Td ta="end" visibleFrom="xs">
                  <Moment at={createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </section>
  )
}
