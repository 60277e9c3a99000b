import { Box, Paper, Progress, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { armsQuery, hasEnded } from '../../api/job/jobs.ts'
import type { ArmFigures, Job } from '../../api/schema.ts'
import { WideTable } from '../../components/table/wide-table.tsx'

/** Compares the branches of each split in a job: the recipients in each branch, and their results. */
export function SplitResults({ job, splits }: { job: Job; splits: boolean }) {
  const { data } = useQuery({
    ...armsQuery(job.id, hasEnded(job)),
    placeholderData: keepPreviousData,
    enabled: splits,
    refetchInterval: hasEnded(job) ? false : 5_000,
  })
  const groups = Map.groupBy(data?.items ?? [], ({ step }) => step)
  if (groups.size === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="arms">
      <Title order={2} size="h4" id="arms">
        Branches
      </Title>
      {[...groups.values()].map((arms) => (
        <OneSplit key={arms[0]?.step} arms={arms} />
      ))}
    </Paper>
  )
}

function OneSplit({ arms }: { arms: readonly ArmFigures[] }) {
  const path = arms[0]?.path ?? ''
  const best = Math.max(...arms.map(rateOf))
  return (
    <Box mt="sm">
      <Text size="sm" fw={600} mb={4}>
        Results of the split at step {path}
      </Text>
      <WideTable
        label={`Branches of step ${path}`}
        minWidth={560}
        verticalSpacing={6}
        horizontalSpacing="sm"
        className="numbers"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Branch</Table.Th>
            <Table.Th ta="right">Recipients</Table.Th>
            <Table.Th ta="right">Sent</Table.Th>
            <Table.Th miw={140}>Replied</Table.Th>
            <Table.Th ta="right">Bounced</Table.Th>
            <Table.Th ta="right">Unsubscribed</Table.Th>
            <Table.Th ta="right">Done</Table.Th>
            <Table.Th ta="right">Failed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {arms.map((arm) => (
            <Table.Tr key={arm.name}>
              <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {arm.name}{' '}
                <Text span size="sm" c="dimmed">
                  {arm.percent} %
                </Text>
              </Table.Th>
              <Table.Td ta="right">{arm.in.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{arm.sent.toLocaleString('en')}</Table.Td>
              <Table.Td>
                {arm.replied.toLocaleString('en')}
                {arm.sent > 0 && ` (${wordsOfRate(rateOf(arm))})`}
                <Progress
                  mt={4}
                  size={6}
                  aria-hidden
                  value={best === 0 ? 0 : (rateOf(arm) / best) * 100}
                  color={best > 0 && rateOf(arm) === best ? 'teal' : 'gray'}
                />
              </Table.Td>
              <Table.Td ta="right">{arm.bounced.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{arm.unsubscribed.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{arm.done.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{arm.failed.toLocaleString('en')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Box>
  )
}

/**
 * Returns the share of repliers, from 0 to 1, among the recipients to whom a message was sent after the
 * split.
 */
function rateOf({ replied, sent }: Pick<ArmFigures, 'replied' | 'sent'>): number {
  return sent === 0 ? 0 : replied / sent
}

function wordsOfRate(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}
