import { Alert, Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FastForward, RotateCcw } from 'lucide-react'
import { hasEnded, useRetryFailed } from '../../../api/job/jobs.ts'
import type { Failures, Job } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { type DraftState, differsFromPublished, isUnsaved } from '../draft/draft-state.ts'
import { usePublishing } from '../publish/use-publishing.tsx'
import { type FailuresToFix, fixProgressOf } from './fix-progress.ts'

/** Shows the next action to fix the failures, depending on the state of the job and of the spinner. */
export function NextAction({
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
  const { retryWith, ...retry } = useRetry(job.id, code)
  const publishing = usePublishing(draft, onProblem)
  const { left, next } = fixProgressOf(groups, {
    isEnded: hasEnded(job),
    version: failures.version,
    publishedVersion: state.stored.spinner.publishedVersion,
    differs: differsFromPublished(state),
    isUnsaved: isUnsaved(state),
  })
  const isPending = retry.isPending || publishing.isPending
  return (
    <>
      {next === 'blocked' && <BlockedAlert />}
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
            onClick={() => publishing.publish(() => retryWith('current'))}
          >
            {t('Publish and retry {left, plural, =1 {this recipient} other {these # recipients}}', { left })}
          </Button>
        )}
        {next === 'retry' && (
          <Button
            size="sm"
            leftSection={<FastForward size={14} aria-hidden />}
            loading={isPending}
            onClick={() => retryWith('current')}
          >
            {t('Retry {left, plural, =1 {this recipient} other {these # recipients}}', { left })}
          </Button>
        )}
        {(next === 'fix' || next === 'blocked') && (
          <Button
            size="sm"
            variant="default"
            disabled={isPending}
            leftSection={<RotateCcw size={14} aria-hidden />}
            onClick={() => retryWith('same')}
          >
            {t('Retry recipients with version {version}', { version: failures.version })}
          </Button>
        )}
        <AnchorLink to="/jobs/$jobId" params={{ jobId: job.id }} underline="always" size="sm">
          {t('Back to the job')}
        </AnchorLink>
      </Group>
      {publishing.dialog}
    </>
  )
}

/** Retries the failed recipients of a job, and opens the new job. */
function useRetry(jobId: string, code: FailuresToFix['code']) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useRetryFailed(jobId)
  const retryWith = (version: 'same' | 'current') =>
    mutate(
      { ...(code === null ? {} : { codes: [code] }), version },
      { onSuccess: ({ id }) => void navigate({ to: '/jobs/$jobId', params: { jobId: id } }) },
    )
  return { retryWith, isPending, error }
}

function BlockedAlert() {
  return (
    <Alert variant="light" color="yellow" mt="sm" role="status">
      {t(
        'The failed recipients cannot continue with these steps. The step at which they failed was removed or has another type, or an earlier message was replaced. Undo that change, or retry with the version in which they failed.',
      )}
    </Alert>
  )
}

const words: Readonly<Record<ReturnType<typeof fixProgressOf>['next'], string>> = {
  none: t(
    'No failed recipients are left: they were retried, have replied or opted out since, or are no longer stored.',
  ),
  running: t('The job is still running. You can fix the step now and retry when the job has ended.'),
  fix: t(
    'Fix the step below and publish the spinner. The failed recipients then continue at the step; messages already sent are not sent again.',
  ),
  publish: t(
    'The failed recipients continue at the step with the version that you publish; messages already sent are not sent again.',
  ),
  blocked: '',
  retry: t(
    'The failed recipients continue at the step with the published version; messages already sent are not sent again.',
  ),
}
