import { Box, Group, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { hasEnded, jobQuery } from '../../api/job/jobs.ts'
import type { Job, Spinner } from '../../api/schema.ts'
import { JobProgress, wordsOfCounts } from '../../components/job/job-progress.tsx'
import { JobStatusBadge } from '../../components/job/job-status-badge.tsx'
import { shortIdOf } from '../../components/job/short-id.ts'
import { AnchorLink } from '../../components/links.tsx'
import { nameOfSpinner } from '../../components/names/name-of-spinner.ts'
import { wordsOfDuration } from '../../components/time/duration.ts'
import { Moment } from '../../components/time/moment.tsx'
import { useNow } from '../../components/time/use-now.ts'
import classes from './job-row.module.css'
import { isWaitingForStart, rateOf, secondsLeftOf, secondsOf, startedBy } from './job-words.ts'
import { JobLinks } from './retry/job-links.tsx'

/** One job in the list of jobs. A running job is polled every second while it is visible. */
export function JobRow({
  job: listed,
  spinners,
  ofOneSpinner = false,
}: {
  job: Job
  spinners: readonly Spinner[] | undefined
  /**
   * Whether all listed jobs belong to one spinner. Each row is then named by its job and not by the spinner.
   */
  ofOneSpinner?: boolean
}) {
  const { ref, inViewport } = useInViewport<HTMLLIElement>()
  const { data: job } = useQuery({
    ...jobQuery(listed.id),
    enabled: inViewport && !hasEnded(listed),
    refetchInterval: ({ state: { data } }) => (data !== undefined && hasEnded(data) ? false : 1_000),
    // Prefers the listed state of a job that has ended, because a cached answer of an earlier visit may be
    // older.
    select: (seen) => (hasEnded(listed) ? listed : seen),
    placeholderData: listed,
  })
  const shown = job ?? listed
  return (
    <Box component="li" ref={ref} p="md" className={`linked-row ${classes['job']}`}>
      <div className={classes['parts']}>
        <div className={classes['part']}>
          <Group gap="sm" justify="space-between" align="flex-start" wrap="nowrap">
            <AnchorLink
              className="row-link"
              to="/jobs/$jobId"
              params={{ jobId: shown.id }}
              c="var(--mantine-color-text)"
              fw={600}
              lineClamp={2}
              style={{ overflowWrap: 'anywhere' }}
            >
              {ofOneSpinner ? `Job ${shortIdOf(shown.id)}` : nameOfSpinner(spinners, shown.spinnerId)}
            </AnchorLink>
            <div className={classes['status']}>
              <JobStatusBadge status={shown.status} counts={shown.counts} startsAt={shown.startsAt} />
            </div>
          </Group>
          <JobTimes job={shown} ofOneSpinner={ofOneSpinner} />
          {(shown.retryOf !== null || shown.retries.length > 0) && (
            <Group gap="sm" mt={2} fz="sm">
              <JobLinks job={shown} />
            </Group>
          )}
        </div>
        <div className={classes['part']}>
          <JobProgress counts={shown.counts} />
          <Text size="sm" c="dimmed" mt={6} className="numbers" aria-hidden>
            {wordsOfCounts(shown.counts)}
          </Text>
        </div>
      </div>
    </Box>
  )
}

/** Shows when the job began, how long it took, and when it is expected to end. */
function JobTimes({ job, ofOneSpinner }: { job: Job; ofOneSpinner: boolean }) {
  const now = useNow(!hasEnded(job))
  const seconds = secondsOf(job, now)
  const left = secondsLeftOf(job, now)
  const rate = rateOf(job, seconds)
  return (
    <Text size="sm" c="dimmed" mt={2} className="numbers">
      {startedBy(job)} ·{' '}
      {isWaitingForStart(job) ? (
        <>
          begins <Moment at={job.startsAt} />
        </>
      ) : (
        <Moment at={job.startedAt ?? job.createdAt} />
      )}
      {seconds !== null && ` · ${hasEnded(job) ? 'took' : 'for'} ${wordsOfDuration(seconds)}`}
      {rate !== null && ` · ${rate} a second`}
      {job.expectedEnd !== null && (
        <>
          {' · estimated end: '}
          <Moment at={job.expectedEnd} />
        </>
      )}
      {job.expectedEnd === null && left !== null && ` · about ${wordsOfDuration(left)} left, at this pace`}
      {` · v${job.spinnerVersion}`}
      {!ofOneSpinner && (
        <>
          {' · '}
          <code>{shortIdOf(job.id)}</code>
        </>
      )}
    </Text>
  )
}
