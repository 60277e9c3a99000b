import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CirclePause, CirclePlay } from 'lucide-react'
import { jobQuery } from '../../../api/job/jobs.ts'
import type { Job, Pause } from '../../../api/schema.ts'
import { useResumeSpinner } from '../../../api/spinner/spinners.ts'
import { pausedBy } from '../../../components/job/paused-by.ts'
import { timeToTheMinute } from '../../../components/time/exact-time.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { isWaitingForStart } from '../job-words.ts'

const titles: Readonly<Record<string, string>> = {
  job: 'This job is paused',
  spinner: 'The spinner and all of its jobs are paused',
  organization: 'All jobs are paused, because the organization is to be deleted',
}

/** Says why a job makes no progress: it is paused, or its start time is in the future. */
export function HeldAlert({ job }: { job: Job }) {
  if (job.pause !== null) return <PausedAlert job={job} pause={job.pause} />
  if (!isWaitingForStart(job) || job.startsAt === null) return null
  return (
    <Alert
      color="gray"
      icon={<CalendarClock aria-hidden />}
      mb="lg"
      role="status"
      title="The job has not started yet"
    >
      <Text size="sm">
        The job starts <Moment at={job.startsAt} />, on {timeToTheMinute(job.startsAt)}. Until then nothing is
        sent, and you can cancel the job.
      </Text>
    </Alert>
  )
}

function PausedAlert({ job, pause }: { job: Job; pause: Pause }) {
  const { at, reason } = pause
  const client = useQueryClient()
  const resumeSpinner = useResumeSpinner()
  const resume = useMutation({
    mutationFn: () => resumeSpinner(job.spinnerId),
    onSuccess: () => client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey }),
  })
  return (
    <Alert color="orange" icon={<CirclePause aria-hidden />} mb="lg" role="status" title={titles[reason]}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 18rem' }}>
          Paused {at !== null && <Moment at={at} />}
          {pausedBy(pause)}. The job sends nothing until{' '}
          {reason === 'organization' ? 'the deletion is undone' : 'it is resumed'}. Messages that become due
          meanwhile are sent then.
        </Text>
        {reason === 'spinner' && (
          <Button
            size="xs"
            leftSection={<CirclePlay size={14} aria-hidden />}
            loading={resume.isPending}
            onClick={() => resume.mutate()}
          >
            Resume the spinner
          </Button>
        )}
      </Group>
    </Alert>
  )
}
