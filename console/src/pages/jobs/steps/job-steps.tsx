import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  failuresToRetryQuery,
  hasEnded,
  type RecipientFilter,
  recipientsQuery,
} from '../../../api/job/jobs.ts'
import { mayActOn } from '../../../api/job/recipient-acts.ts'
import { jobStepsQuery } from '../../../api/job/steps.ts'
import type { Job } from '../../../api/schema.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from '../../spinners/steps/branches.ts'
import { FailedGroupCard } from '../failures/failed-group-card.tsx'
import { useRecipientNames } from '../recipients/use-recipient-names.ts'
import { PeopleList } from './people-list.tsx'
import { StepFunnel } from './step-funnel.tsx'
import { StepStatusDrawer } from './step-status-drawer.tsx'
import { useStepStatus } from './use-step-status.ts'

const pollEveryMs = 2_000

/**
 * Shows how many recipients of a job each step has. A click on a number lists these recipients with the
 * actions for them.
 */
export function JobSteps({ job, exists }: { job: Job; exists: boolean }) {
  const live = !hasEnded(job)
  const { data, error, refetch } = useQuery({
    ...jobStepsQuery(job.id, `${job.status} ${job.retries.length}`),
    placeholderData: keepPreviousData,
    refetchInterval: live ? pollEveryMs : false,
  })
  const { data: version } = useQuery(spinnerVersionQuery(job.spinnerId, job.spinnerVersion))
  const { opened, choose, setReason } = useStepStatus(data?.steps ?? [])
  if (job.startedAt === null) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="job-steps">
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={2} id="job-steps">
          {t('Steps')}
        </Title>
        {data !== undefined && data.notStarted > 0 && (
          <Text size="sm" c="dimmed" className="numbers">
            {data.notStarted.toLocaleString(language)} {live ? t('not started yet') : t('never started')}
          </Text>
        )}
      </Group>
      {error !== null && data === undefined && <ProblemAlert error={error} retry={refetch} />}
      {error === null && data === undefined && (
        <Skeleton height={160} role="group" aria-busy aria-label={t('Loading')} />
      )}
      {data !== undefined && (
        <>
          <StepFunnel items={data.steps} steps={version?.steps ?? []} onChoose={choose} />
          {data.isEstimate && <Estimated />}
          <StepStatusDrawer
            opened={opened}
            onReason={setReason}
            onClose={() => choose(null)}
            actions={
              opened?.standing === 'failed' && <FailedHere job={job} step={opened.at.step} exists={exists} />
            }
          >
            {opened !== null && <PeopleOfJob job={job} filter={opened.filter} />}
          </StepStatusDrawer>
        </>
      )}
    </Paper>
  )
}

export function Estimated() {
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {t('Some figures of the steps are estimated from a part of the recipients.')}
    </Text>
  )
}

function PeopleOfJob({ job, filter }: { job: Job; filter: RecipientFilter }) {
  const query = useInfiniteQuery(recipientsQuery(job.id, filter))
  const { data: version } = useQuery(spinnerVersionQuery(job.spinnerId, job.spinnerVersion))
  return (
    <PeopleList
      spinnerId={job.spinnerId}
      version={version}
      query={query}
      {...(mayActOn(job) ? { jobId: job.id } : {})}
    />
  )
}

/** Lists the failed recipients at one step of a job, with the actions for them. */
function FailedHere({ job, step, exists }: { job: Job; step: number; exists: boolean }) {
  const { data } = useQuery(failuresToRetryQuery(job))
  const { data: version } = useQuery(spinnerVersionQuery(job.spinnerId, job.spinnerVersion))
  const groups = data?.items.filter((group) => group.step === step) ?? []
  const who = useRecipientNames(job, [groups.flatMap(({ samples }) => samples)], version)
  const placed = stepsWithPlaces(version?.steps ?? [])[step]
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="what-to-do">
      <Title order={3} size="h5" id="what-to-do" mb={4}>
        {t('How to fix the failures')}
      </Title>
      <ul className="plain-list">
        {groups.map((group) => (
          <FailedGroupCard
            key={group.code}
            job={job}
            group={group}
            placed={placed}
            who={who}
            exists={exists}
          />
        ))}
      </ul>
    </section>
  )
}
