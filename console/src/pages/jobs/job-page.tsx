import { Alert, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleX, WifiOff } from 'lucide-react'
import { hasEnded } from '../../api/job/jobs.ts'
import { useLiveJob } from '../../api/job/live-job.ts'
import { isGone, isProblem } from '../../api/problem.ts'
import type { Job } from '../../api/schema.ts'
import { spinnerQuery, spinnersQuery, spinnerVersionQuery } from '../../api/spinner/spinners.ts'
import { BackLink } from '../../components/back-link.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ForEditors } from '../../components/for-editors.tsx'
import { JobStatusBadge } from '../../components/job/job-status-badge.tsx'
import { shortIdOf } from '../../components/job/short-id.ts'
import { AnchorLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageSkeleton } from '../../components/loading/skeletons.tsx'
import { deletedSpinner } from '../../components/names/name-of-spinner.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { NotThere } from '../../components/problem/not-there.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { stepsWithPlaces } from '../spinners/steps/branches.ts'
import { typeOf } from '../spinners/steps/types/step-types.ts'
import { JobFailures } from './failures/job-failures.tsx'
import { HeldAlert } from './held/held-alert.tsx'
import { JobActions } from './job-actions.tsx'
import { isWaitingForStart, startedBy } from './job-words.ts'
import { OneRecipient } from './one-recipient.tsx'
import { JobParts } from './parts/job-parts.tsx'
import { PausesAlert } from './pauses-alert.tsx'
import { JobPace } from './progress/job-pace.tsx'
import { useReloadOnProgress } from './recipients/use-reload-on-progress.ts'
import { ReleasedAlert } from './released-alert.tsx'
import { JobLinks } from './retry/job-links.tsx'
import { RuntimeAlert } from './runtime-alert.tsx'
import { JobSteps } from './steps/job-steps.tsx'

export function JobPage() {
  const { jobId } = useParams({ from: '/signed-in/jobs/$jobId' })
  const query = useLiveJob(jobId)
  if (query.data === undefined && isGone(query.error)) return <NotThere kind="job" />
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(job) => <OneJob key={job.id} job={job} outOfDate={query.isRefetchError} />}
    </Loaded>
  )
}

function OneJob({ job, outOfDate }: { job: Job; outOfDate: boolean }) {
  const client = useQueryClient()
  const { data: spinner, error } = useQuery({
    ...spinnerQuery(job.spinnerId),
    placeholderData: () =>
      client.getQueryData(spinnersQuery.queryKey)?.find(({ id }) => id === job.spinnerId),
  })
  const isDeleted = isProblem(error) && error.problem.status === 404
  const name = spinner?.name ?? (isDeleted ? deletedSpinner : '…')
  const live = !hasEnded(job)
  const { data: version } = useQuery(spinnerVersionQuery(job.spinnerId, job.spinnerVersion))
  const splits = stepsWithPlaces(version?.steps ?? []).some(({ step }) => typeOf(step).branching === 'shares')
  useReloadOnProgress(job)
  return (
    <>
      <PageHeader
        above={<BackLink to="/jobs">{t('Jobs')}</BackLink>}
        title={name}
        name={t('Job of {name}', { name })}
        description={<About job={job} exists={spinner !== undefined} />}
        actions={
          <ForEditors>
            <JobActions job={job} />
          </ForEditors>
        }
      />
      {outOfDate && (
        <Alert color="gray" icon={<WifiOff aria-hidden />} mb="lg" role="status">
          {t('The service does not answer at the moment. You see the last known state of the job.')}
        </Alert>
      )}
      {live && <RuntimeAlert />}
      {job.error !== null && (
        <Alert color="red" icon={<CircleX aria-hidden />} mb="lg" title={t('The job failed')} role="alert">
          {job.error}
        </Alert>
      )}
      <HeldAlert job={job} />
      <ReleasedAlert job={job} />
      <PausesAlert job={job} />
      <Stack gap="xl">
        {job.counts.total === 1 ? (
          <>
            <OneRecipient job={job} />
            <JobSteps job={job} exists={!isDeleted} />
            <JobFailures job={job} exists={!isDeleted} />
          </>
        ) : (
          <>
            <JobPace job={job} />
            <JobParts job={job} exists={!isDeleted} splits={splits} />
          </>
        )}
      </Stack>
    </>
  )
}

function About({ job, exists }: { job: Job; exists: boolean }) {
  return (
    <Text
      inherit
      component="div"
      mt={6}
      style={{ display: 'flex', flexWrap: 'wrap', gap: '0.25rem 0.75rem' }}
    >
      <JobStatusBadge status={job.status} counts={job.counts} startsAt={job.startsAt} />
      {exists && (
        <AnchorLink to="/spinners/$spinnerId" params={{ spinnerId: job.spinnerId }} underline="always">
          {t('Open the spinner')}
        </AnchorLink>
      )}
      {job.startedAt !== null && (
        <AnchorLink to="/messages" search={{ jobId: job.id }} underline="always">
          {t('Messages of this job')}
        </AnchorLink>
      )}
      <JobLinks job={job} />
      <span>{t('Version {spinnerVersion}', { spinnerVersion: job.spinnerVersion })}</span>
      {isWaitingForStart(job) && (
        <span>{rich('Begins {moment}', { moment: <Moment at={job.startsAt} /> })}</span>
      )}
      {job.expectedEnd !== null && (
        <span>{rich('Estimated end: {moment}', { moment: <Moment at={job.expectedEnd} /> })}</span>
      )}
      <span>
        {startedBy(job)} <Moment at={job.createdAt} />
      </span>
      <span>
        {rich('Job {code} {copyButton}', {
          code: <code title={job.id}>{shortIdOf(job.id)}</code>,
          copyButton: <CopyButton value={job.id} label={t('Copy the id of the job')} size="sm" />,
        })}
      </span>
    </Text>
  )
}
