import { Group, Paper, Table, Title } from '@mantine/core'
import type { Job, Spinner } from '../../api/schema.ts'
import { AnchorLink } from '../../components/links.tsx'
import { Moment } from '../../components/moment.tsx'

/** What has run lately. */
export function LatestJobs({ jobs, spinners }: { jobs: readonly Job[]; spinners: readonly Spinner[] }) {
  const names = new Map(spinners.map(({ id, name }) => [id, name]))
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
                    {names.get(spinnerId) ?? 'A deleted spinner'}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>{status}</Table.Td>
                <Table.Td className="numbers">
                  {counts.done} of {counts.total}
                </Table.Td>
                <Table.Td ta="end">
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
