import { Group, Paper, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { hasEnded } from '../../../api/job/jobs.ts'
import { jobStepsQuery } from '../../../api/job/steps.ts'
import type { Job, JobCounts, StepProgress } from '../../../api/schema.ts'
import { newestMessageQuery } from '../../../api/sender/messages.ts'
import { JobProgress } from '../../../components/job/job-progress.tsx'
import { countOf, settledStatuses } from '../../../components/job/recipient-statuses.ts'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { useNow } from '../../../components/time/use-now.ts'
import { language } from '../../../languages/language.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { sendingSteps, shareSent, wordsOfJob } from '../job-sentence.ts'
import { secondsOf } from '../job-words.ts'

const pollEveryMs = 2_000

/** Shows in words what a job has done and when it continues, its progress, its rate, and the time left. */
export function JobPace({ job }: { job: Job }) {
  const live = !hasEnded(job)
  const now = useNow(live)
  const seconds = secondsOf(job, now)
  const finished = finishedOf(job.counts)
  const { total, pending } = job.counts
  const steps =
    useQuery({
      ...jobStepsQuery(job.id, `${job.status} ${job.retries.length}`),
      placeholderData: keepPreviousData,
      refetchInterval: live ? pollEveryMs : false,
      enabled: job.startedAt !== null,
    }).data?.steps ?? []
  const recent = useRecentRate(finished, now)
  const hasSent = sendingSteps(steps).some(({ passed }) => passed > 0)
  const newestMessage = useQuery({ ...newestMessageQuery(job.id), enabled: hasSent }).data
  // Gives no rate to an ended job that took less than a second, because the rate would be meaningless.
  const rate = live ? recent : seconds !== null && seconds >= 1 ? finished / seconds : null
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" align="baseline" mb="sm" gap="xs" className="numbers">
        <Text fw={650} size="xl" lh={1.2}>
          {wordsOfJob(job, steps, newestMessage?.status === 'captured')}
          {job.nextDueAt !== null &&
            rich(', next messages {moment}', { moment: <Moment at={job.nextDueAt} /> })}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            total > 0 && wordsOfProgress(job, steps, finished),
            seconds === null
              ? live && t('Job not started yet')
              : live
                ? t('Running for {duration}', { duration: wordsOfDuration(seconds) })
                : t('Took {duration}', { duration: wordsOfDuration(seconds) }),
            rate !== null && rate > 0 && t('{rate} recipients a second', { rate: wordsOfRate(rate) }),
            live &&
              rate !== null &&
              rate > 0 &&
              pending > 0 &&
              t('about {duration} left', { duration: wordsOfDuration(pending / rate) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      <JobProgress counts={job.counts} size={14} />
    </Paper>
  )
}

export function finishedOf(counts: Pick<JobCounts, (typeof settledStatuses)[number]>): number {
  return settledStatuses.reduce((sum, status) => sum + countOf(counts, status), 0)
}

/**
 * Returns the progress as a percentage, rounded down so that it is 100 only when nothing is left. While a job sends, it
 * is the share of the first messages, because recipients end days later.
 */
function wordsOfProgress(job: Job, steps: readonly StepProgress[], finished: number): string {
  const percent = (share: number) => `${Math.floor(share * 100)} %`
  if (!sendingSteps(steps).length || hasEnded(job))
    return t('{percent} of the recipients have ended', { percent: percent(finished / job.counts.total) })
  return t('first message {percent}', { percent: percent(shareSent(job, steps)) })
}

function wordsOfRate(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString(language)
}

const lookBackMs = 10_000

/**
 * Returns the rate of finished recipients per second over the last 10 seconds, so that an earlier wait does
 * not lower it.
 */
function useRecentRate(finished: number, now: number): number | null {
  const [seen, setSeen] = useState<readonly { at: number; finished: number }[]>([])
  const latest = useRef(finished)
  useEffect(() => {
    latest.current = finished
  }, [finished])
  useEffect(() => {
    setSeen((before) => [
      ...before.filter(({ at }) => now - at < lookBackMs),
      { at: now, finished: latest.current },
    ])
  }, [now])
  const [first, last] = [seen[0], seen.at(-1)]
  if (first === undefined || last === undefined || last.at === first.at) return null
  return ((last.finished - first.finished) / (last.at - first.at)) * 1_000
}
