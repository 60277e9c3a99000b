import { Button } from '@mantine/core'
import { Ban, CirclePause, CirclePlay } from 'lucide-react'
import { hasEnded, useCancelJob, usePauseJob, useResumeJob } from '../../api/job/jobs.ts'
import type { Job } from '../../api/schema.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { t } from '../../languages/text.ts'
import { RetryButton } from './retry/retry-button.tsx'

export function JobActions({ job }: { job: Job }) {
  if (hasEnded(job)) return job.counts.failed > 0 ? <RetryButton job={job} /> : null
  return (
    <>
      {job.counts.failed > 0 && <RetryButton job={job} variant="default" />}
      {job.pause === null && <PauseButton jobId={job.id} />}
      {job.pause?.reason === 'job' && <ResumeButton jobId={job.id} />}
      <CancelButton job={job} />
    </>
  )
}

/** Pauses the job without confirmation, because resuming it is as easy. */
function PauseButton({ jobId }: { jobId: string }) {
  const pause = usePauseJob(jobId)
  return (
    <Button
      variant="default"
      leftSection={<CirclePause size={16} aria-hidden />}
      loading={pause.isPending}
      onClick={() => pause.mutate()}
    >
      {t('Pause job')}
    </Button>
  )
}

function ResumeButton({ jobId }: { jobId: string }) {
  const resume = useResumeJob(jobId)
  return (
    <Button
      leftSection={<CirclePlay size={16} aria-hidden />}
      loading={resume.isPending}
      onClick={() => resume.mutate()}
    >
      {t('Resume job')}
    </Button>
  )
}

function CancelButton({ job: { id, startedAt } }: { job: Job }) {
  const cancel = useCancelJob(id)
  const ask = () =>
    askToConfirm({
      title: t('Cancel this job?'),
      text:
        startedAt === null
          ? t(
              'The job has not started, so nothing was sent. If the spinner takes new records, the next job takes these records.',
            )
          : t(
              'No further step of the job starts. Sent messages cannot be recalled. If the spinner takes new records, the next job takes the records to which nothing was sent, but not the others.',
            ),
      action: t('Cancel job'),
      cancel: t('Keep job'),
      isDangerous: true,
      onConfirm: () => cancel.mutate(),
    })
  return (
    <Button
      variant="default"
      leftSection={<Ban size={16} aria-hidden />}
      loading={cancel.isPending}
      onClick={ask}
    >
      {t('Cancel job')}
    </Button>
  )
}
