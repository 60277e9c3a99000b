import { Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Ban } from 'lucide-react'
import { hasEnded, useCancelJob } from '../../api/job/jobs.ts'
import type { Job } from '../../api/schema.ts'
import { RetryButton } from './retry/retry-button.tsx'

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
          No further step starts, and what was sent stays sent. Of a spinner over new records, those to whom
          nothing was sent go back: the next job takes them. The others are not taken up again.
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
