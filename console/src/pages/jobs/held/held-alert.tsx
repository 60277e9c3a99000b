import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CirclePause, CirclePlay } from 'lucide-react'
import { jobQuery } from '../../../api/job/jobs.ts'
import type { Job, Pause } from '../../../api/schema.ts'
import { useResumeSpinner } from '../../../api/spinner/spinners.ts'
import { pausedBy } from '../../../components/job/paused-by.ts'
import { timeToTheMinute } from '../../../components/time/exact-time.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { isWaitingForStart } from '../job-words.ts'

const titles: Readonly<Record<string, string>> = {
  job: t('This job is paused'),
  spinner: t('The spinner and all of its jobs are paused'),
  organization: t('All jobs are paused, because the organization is to be deleted'),
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
      title={t('The job has not started yet')}
    >
      <Text size="sm">
        {rich('The job starts {moment}, on {time}. Until then nothing is sent, and you can cancel the job.', {
          moment: <Moment at={job.startsAt} />,
          time: timeToTheMinute(job.startsAt),
        })}
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
          {t('Paused')} {at !== null && <Moment at={at} />}
          {reason === 'organization'
            ? t(
                '{pausedBy}. The job sends nothing until the deletion is undone. Messages that become due meanwhile are sent then.',
                { pausedBy: pausedBy(pause) },
              )
            : t(
                '{pausedBy}. The job sends nothing until it is resumed. Messages that become due meanwhile are sent then.',
                { pausedBy: pausedBy(pause) },
              )}
        </Text>
        {reason === 'spinner' && (
          <Button
            size="xs"
            leftSection={<CirclePlay size={14} aria-hidden />}
            loading={resume.isPending}
            onClick={() => resume.mutate()}
          >
            {t('Resume the spinner')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
