import { Box, Paper, Progress, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { armsQuery, hasEnded } from '../../../api/job/jobs.ts'
import type { BranchFigures, Job } from '../../../api/schema.ts'
import { WideTable } from '../../../components/table/wide-table.tsx'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'

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
    <Paper withBorder p="md" component="section" aria-labelledby="branches">
      <Title order={2} size="h4" id="branches">
        {t('Branches')}
      </Title>
      {[...groups.values()].map((branches) => (
        <OneSplit key={branches[0]?.step} branches={branches} />
      ))}
    </Paper>
  )
}

function OneSplit({ branches }: { branches: readonly BranchFigures[] }) {
  const path = branches[0]?.path ?? ''
  const best = Math.max(...branches.map(rateOf))
  return (
    <Box mt="sm">
      <Text size="sm" fw={600} mb={4}>
        {t('Results of the split at step {path}', { path })}
      </Text>
      <WideTable
        label={t('Branches of step {path}', { path })}
        minWidth={560}
        verticalSpacing={6}
        horizontalSpacing="sm"
        className="numbers"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Branch')}</Table.Th>
            <Table.Th ta="right">{t('Recipients')}</Table.Th>
            <Table.Th ta="right">{t('Sent')}</Table.Th>
            <Table.Th miw={140}>{t('Replied')}</Table.Th>
            <Table.Th ta="right">{t('Bounced')}</Table.Th>
            <Table.Th ta="right">{t('Unsubscribed')}</Table.Th>
            <Table.Th ta="right">{t('Done')}</Table.Th>
            <Table.Th ta="right">{t('Failed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {branches.map((branch) => (
            <Table.Tr key={branch.name}>
              <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {branch.name}{' '}
                <Text span size="sm" c="dimmed">
                  {branch.percent} %
                </Text>
              </Table.Th>
              <Table.Td ta="right">{branch.reached.toLocaleString(language)}</Table.Td>
              <Table.Td ta="right">{branch.sent.toLocaleString(language)}</Table.Td>
              <Table.Td>
                {branch.replied.toLocaleString(language)}
                {branch.sent > 0 && ` (${wordsOfRate(rateOf(branch))})`}
                <Progress
                  mt={4}
                  size={6}
                  aria-hidden
                  value={best === 0 ? 0 : (rateOf(branch) / best) * 100}
                  color={best > 0 && rateOf(branch) === best ? 'teal' : 'gray'}
                />
              </Table.Td>
              <Table.Td ta="right">{branch.bounced.toLocaleString(language)}</Table.Td>
              <Table.Td ta="right">{branch.unsubscribed.toLocaleString(language)}</Table.Td>
              <Table.Td ta="right">{branch.done.toLocaleString(language)}</Table.Td>
              <Table.Td ta="right">{branch.failed.toLocaleString(language)}</Table.Td>
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
function rateOf({ replied, sent }: Pick<BranchFigures, 'replied' | 'sent'>): number {
  return sent === 0 ? 0 : replied / sent
}

function wordsOfRate(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}
