import { Alert, Button, CloseButton, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FastForward, RotateCcw } from 'lucide-react'
import { failuresQuery, hasEnded, jobQuery, useRetryFailed } from '../../../api/job/jobs.ts'
import type { Failures, Job } from '../../../api/schema.ts'
import { recordsByIdQuery } from '../../../api/table/records-by-id.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { nameOfRecord } from '../../../components/names/name-of-record.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { FailedSamples } from '../../jobs/failures/failed-samples.tsx'
import type { Draft } from '../draft/draft.ts'
import { type DraftState, differsFromPublished, isUnsaved } from '../draft/draft-state.ts'
import { usePublishing } from '../publish/use-publishing.tsx'
import classes from './fix-failures-panel.module.css'
import { type FailuresToFix, fixProgressOf } from './fix-progress.ts'

/**
 * Shows failed recipients of a job above the steps in the editor. The user corrects the step, publishes, and
 * continues these recipients.
 */
export function FixFailuresPanel({
  mending: { jobId, code },
  draft,
  state,
  obstructed,
  columns,
  onProblem,
  onChoose,
  onClose,
}: {
  mending: FailuresToFix
  draft: Draft
  state: DraftState
  obstructed: boolean
  columns: readonly string[]
  onProblem: (error: unknown) => void
  /** Called to show the record of a failed recipient in the preview. */
  onChoose: (recordId: string) => void
  onClose: () => void
}) {
  const { spinner, tag } = state.stored
  const job = useQuery(jobQuery(jobId))
  const failures = useQuery({ ...failuresQuery(jobId, tag), placeholderData: keepPreviousData })
  const groups = failures.data?.items.filter((group) => group.code === code) ?? []
  const samples = groups.flatMap((group) => group.samples)
  const ids = samples.map(({ recordId }) => recordId)
  const { data: records } = useQuery({
    ...recordsByIdQuery(spinner.dataTableId, ids),
    enabled: ids.length > 0,
  })
  const names = new Map(records?.map((record) => [record.id, nameOfRecord(record, columns) ?? ''] as const))
  const error = job.error ?? failures.error
  if (error !== null && (job.data === undefined || failures.data === undefined))
    return <ProblemAlert error={error} />
  return (
    <Paper
      withBorder
      p="md"
      mb="lg"
      component="section"
      aria-labelledby="mending"
      className={classes['marked']}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" id="mending">
          {groups.length === 0 ? 'Failed recipients' : titleOf(groups)}
        </Title>
        <CloseButton aria-label="Close the list of failed recipients" onClick={onClose} />
      </Group>
      {job.data === undefined || failures.data === undefined ? (
        <Skeleton height={60} mt="sm" />
      ) : (
        <>
          {groups[0] !== undefined && (
            <Text size="sm" c="dimmed">
              {groups[0].remedy}
            </Text>
          )}
          <FailedSamples samples={samples} who={{ names }} onPreview={onChoose} />
          <Next
            job={job.data}
            failures={failures.data}
            groups={groups}
            code={code}
            draft={draft}
            state={state}
            obstructed={obstructed}
            onProblem={onProblem}
          />
        </>
      )}
    </Paper>
  )
}

function titleOf(groups: Failures['items']): string {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const steps = [...new Set(groups.map(({ step }) => step + 1))]
  const who = count === 1 ? 'One recipient' : `${count.toLocaleString('en')} recipients`
  return `${who} failed at ${steps.length === 1 ? 'step' : 'steps'} ${steps.join(' and ')}: ${groups[0]?.message}`
}

/** Shows the next action to fix the failures, depending on the state of the job and of the spinner. */
function Next({
  job,
  failures,
  groups,
  code,
  draft,
  state,
  obstructed,
  onProblem,
}: {
  job: Job
  failures: Failures
  groups: Failures['items']
  code: FailuresToFix['code']
  draft: Draft
  state: DraftState
  obstructed: boolean
  onProblem: (error: unknown) => void
}) {
  const navigate = useNavigate()
  const retry = useRetryFailed(job.id)
  const publishing = usePublishing(draft, onProblem)
  const { left, next } = fixProgressOf(groups, {
    isEnded: hasEnded(job),
    version: failures.version,
    publishedVersion: state.stored.spinner.publishedVersion,
    differs: differsFromPublished(state),
    isUnsaved: isUnsaved(state),
  })
  const who = left === 1 ? 'this recipient' : `these ${left.toLocaleString('en')} recipients`
  const goOn = (version: 'same' | 'current') =>
    retry.mutate(
      { ...(code === null ? {} : { codes: [code] }), version },
      { onSuccess: ({ id }) => void navigate({ to: '/jobs/$jobId', params: { jobId: id } }) },
    )
  const isPending = retry.isPending || publishing.isPending
  const asBefore = (
    <Button
      size="sm"
      variant="default"
      disabled={isPending}
      leftSection={<RotateCcw size={14} aria-hidden />}
      onClick={() => goOn('same')}
    >
      Retry recipients with version {failures.version}
    </Button>
  )
  const back = (
    <AnchorLink to="/jobs/$jobId" params={{ jobId: job.id }} underline="always" size="sm">
      Back to the job
    </AnchorLink>
  )
  return (
    <>
      {next === 'blocked' && (
        <Alert variant="light" color="yellow" mt="sm" role="status">
          The failed recipients cannot continue with these steps: the step at which they failed was removed or
          has another type, or an earlier message was replaced. Undo that change, or retry with the version in
          which they failed.
        </Alert>
      )}
      <Text size="sm" mt="sm" role="status">
        {words[next]}
      </Text>
      <ProblemAlert error={retry.error} />
      <Group mt="sm" gap="sm">
        {next === 'publish' && (
          <Button
            size="sm"
            leftSection={<FastForward size={14} aria-hidden />}
            loading={isPending}
            disabled={obstructed}
            aria-describedby={obstructed ? 'obstacles' : undefined}
            onClick={() => publishing.publish(() => goOn('current'))}
          >
            {left === 1
              ? 'Publish and retry this recipient'
              : `Publish and retry these ${left.toLocaleString('en')} recipients`}
          </Button>
        )}
        {next === 'goOn' && (
          <Button
            size="sm"
            leftSection={<FastForward size={14} aria-hidden />}
            loading={isPending}
            onClick={() => goOn('current')}
          >
            Retry {who}
          </Button>
        )}
        {(next === 'mend' || next === 'blocked') && asBefore}
        {back}
      </Group>
      {publishing.dialog}
    </>
  )
}

const words: Readonly<Record<ReturnType<typeof fixProgressOf>['next'], string>> = {
  none: 'No failed recipients are left: they were retried, or are no longer stored.',
  running: 'The job is still running. You can fix the step now and retry when the job has ended.',
  mend: 'Fix the step below and publish the spinner. The failed recipients then continue at the step; messages already sent are not sent again.',
  publish:
    'The failed recipients continue at the step with the version that you publish; messages already sent are not sent again.',
  blocked: '',
  goOn: 'The failed recipients continue at the step with the published version; messages already sent are not sent again.',
}
