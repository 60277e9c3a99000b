import { Group, Paper, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { hasEnded } from '../../../api/job/jobs.ts'
import type { Job, JobCounts } from '../../../api/schema.ts'
import { JobProgress } from '../../../components/job/job-progress.tsx'
import { countOf, settledStatuses } from '../../../components/job/recipient-statuses.ts'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import { useNow } from '../../../components/time/use-now.ts'
import { secondsOf } from '../job-words.ts'
import { LiveWorkers } from '../runtime-alert.tsx'

/** Shows the progress of a job, its rate, and the time left. */
export function JobPace({ job }: { job: Job }) {
  const live = !hasEnded(job)
  const now = useNow(live)
  const seconds = secondsOf(job, now)
  const finished = finishedOf(job.counts)
  const { total, pending } = job.counts
  const recent = useRecentRate(finished, now)
  // Gives no rate to an ended job that took less than a second, because the rate would be meaningless.
  const rate = live ? recent : seconds !== null && seconds >= 1 ? finished / seconds : null
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" align="baseline" mb="sm" gap="xs" className="numbers">
        <Text fw={650} size="xl" lh={1.2}>
          {total === 0 ? 'No recipients' : `${percentOf(finished, total)} finished`}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            seconds === null
              ? live && 'Job not started yet'
              : `${live ? 'Running for' : 'Took'} ${wordsOfDuration(seconds)}`,
            rate !== null && rate > 0 && `${wordsOfRate(rate)} recipients a second`,
            live &&
              rate !== null &&
              rate > 0 &&
              pending > 0 &&
              `about ${wordsOfDuration(pending / rate)} left`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      <JobProgress counts={job.counts} size={14} />
      {live && <LiveWorkers />}
    </Paper>
  )
}

export function finishedOf(counts: Pick<JobCounts, (typeof settledStatuses)[number]>): number {
  return settledStatuses.reduce((sum, status) => sum + countOf(counts, status), 0)
}

/**
 * Returns the percentage of finished recipients, rounded down so that it is 100 only when all are finished.
 */
function percentOf(part: number, total: number): string {
  return `${Math.floor((part / total) * 100)}%`
}

function wordsOfRate(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')
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
