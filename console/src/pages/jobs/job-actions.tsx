import { Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useNavigate } from '@tanstack/react-router'
import { Ban, RotateCcw } from 'lucide-react'
import { hasEnded, useCancelJob, useRetryFailed } from '../../api/jobs.ts'
import type { Job } from '../../api/schema.ts'

export function JobActions({ job }: { job: Job }) {
  if (!hasEnded(job)) return <CancelButton jobId={job.id} />
  return job.counts.failed > 0 ? <RetryButton job={job} /> : null
}

function CancelButton({ jobId }: { jobId: string }) {
  const cancel = useCancelJob(jobId)
  const ask = () =>
    modals.openConfirmModal({
      title: 'Cancel this job?',
      children: (
        <Text size="sm">
          No further step starts. What was sent stays sent; the remaining recipients get nothing. A cancelled
          job cannot be taken up again.
        </Text>
      ),
      labels: { confirm: 'Cancel job', cancel: 'Let it run' },
      confirmProps: { color: 'red' },
      onConfirm: () => cancel.mutate(),
    })
  return (
    <Button
      variant="default"
      leftSection={<Ban size={16} aria-hidden />}
      loading={cancel.isPending}
      onClick={ask}
    >
      Cancel job
    </Button>
  )
}

function RetryButton({ job: { id, counts, spinnerVersion } }: { job: Job }) {
  const navigate = useNavigate()
  const retry = useRetryFailed(id)
  const ask = () =>
    modals.openConfirmModal({
      title: `Retry ${counts.failed === 1 ? 'the one that failed' : `the ${counts.failed.toLocaleString('en')} that failed`}?`,
      children: (
        <Text size="sm">
          A new job takes them up at the step that failed; what was sent before is not sent again. It runs
          version {spinnerVersion} as it was published, whatever the spinner says now. This can be done once,
          and counts as a job of your plan.
        </Text>
      ),
      labels: { confirm: 'Start new job', cancel: 'Not now' },
      onConfirm: () =>
        retry.mutate(undefined, {
          onSuccess: (job) => void navigate({ to: '/jobs/$jobId', params: { jobId: job.id } }),
        }),
    })
  return (
    <Button leftSection={<RotateCcw size={16} aria-hidden />} loading={retry.isPending} onClick={ask}>
      Retry failed
    </Button>
  )
}
