import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failuresToRetryQuery } from '../../../api/job/jobs.ts'
import type { Job } from '../../../api/schema.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { ListSkeleton } from '../../../components/loading/skeletons.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from '../../spinners/steps/branches.ts'
import { useRecipientNames } from '../recipients/use-recipient-names.ts'
import { FailedGroupCard } from './failed-group-card.tsx'

/** Lists the failed recipients of a job by step and reason, with the actions for each group. */
export function JobFailures({ job, exists }: { job: Job; exists: boolean }) {
  const { failed } = job.counts
  const query = useQuery({ ...failuresToRetryQuery(job), enabled: failed > 0 })
  const { data: version } = useQuery(spinnerVersionQuery(job.spinnerId, job.spinnerVersion))
  const placed = stepsWithPlaces(version?.steps ?? [])
  const groups = query.data?.items ?? []
  const samples = groups.flatMap((group) => group.samples)
  const who = useRecipientNames(job, [samples], version)
  if (failed === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="failures">
      <Title order={2} size="h4" id="failures">
        {t('Failed recipients')}
      </Title>
      <Text size="sm" c="dimmed" mt={2}>
        {t(
          'Correct the records, or fix the step and publish the spinner. Then retry: the recipients continue at the step that failed, and messages already sent are not sent again.',
        )}
      </Text>
      {query.isError && query.data === undefined && (
        <ProblemAlert error={query.error} retry={query.refetch} />
      )}
      {query.isPending && <ListSkeleton rows={2} />}
      {query.data !== undefined && groups.length === 0 && (
        <Text size="sm" mt="sm">
          {t('Spindle no longer stores which recipients failed, only their number.')}
        </Text>
      )}
      <Stack gap="sm" mt="sm" component="ul" p={0} mb={0} style={{ listStyle: 'none' }}>
        {groups.map((group) => (
          <FailedGroupCard
            key={`${group.step} ${group.code}`}
            job={job}
            group={group}
            placed={placed[group.step]}
            who={who}
            exists={exists}
          />
        ))}
      </Stack>
    </Paper>
  )
}
