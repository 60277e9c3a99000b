import { Group } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { hasEnded, jobQuery } from '../../../api/job/jobs.ts'
import type { Job } from '../../../api/schema.ts'
import { JobProgress, wordsOfCounts } from '../../../components/job/job-progress.tsx'
import { JobStatusBadge } from '../../../components/job/job-status-badge.tsx'
import { shortIdOf } from '../../../components/job/short-id.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { useNow } from '../../../components/time/use-now.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { isWaitingForStart, rateOf, secondsLeftOf, secondsOf, startedBy } from '../job-words.ts'
import { JobLinks } from '../retry/job-links.tsx'
import classes from './job-row.module.css'

interface JobRowProps {
  readonly job: Job
  /**
   * The name of the job's spinner; null if all listed jobs belong to one spinner. Each row is then named by its job.
   */
  readonly spinner: string | null
}

/**
 * One job in the list of jobs. A running job is polled every second while it is visible. The rows of a list are not
 * drawn again when only another job has changed.
 */
export const JobRow = memo(function JobRow({ job: listed, spinner }: JobRowProps) {
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
  const words = wordsOfCounts(shown.counts)
  return (
    // Watches only rows of jobs that have not ended, because each watched row is drawn twice.
    <li ref={hasEnded(listed) ? undefined : ref} className={`linked-row ${classes['job']}`}>
      <div className={classes['parts']}>
        <div className={classes['part']}>
          <div className={classes['head']}>
            <AnchorLink
              className="row-link"
              to="/jobs/$jobId"
              params={{ jobId: shown.id }}
              c="var(--mantine-color-text)"
              fw={600}
              lineClamp={2}
              style={{ overflowWrap: 'anywhere' }}
            >
              {spinner ?? t('Job {id}', { id: shortIdOf(shown.id) })}
            </AnchorLink>
            <div className={classes['status']}>
              <JobStatusBadge status={shown.status} counts={shown.counts} startsAt={shown.startsAt} />
            </div>
          </div>
          <JobTimes job={shown} ofOneSpinner={spinner === null} />
          {(shown.retryOf !== null || shown.retries.length > 0) && (
            <Group gap="sm" mt={2} fz="sm">
              <JobLinks job={shown} />
            </Group>
          )}
        </div>
        <div className={classes['part']}>
          <JobProgress counts={shown.counts} words={words} />
          <p className={`numbers ${classes['counts']}`} aria-hidden>
            {words}
          </p>
        </div>
      </div>
    </li>
  )
}, isSameRow)

/**
 * Returns true if a row would show the same. Compares the contents of the jobs, because a new job at the beginning of
 * the list makes new objects of all jobs.
 */
function isSameRow(before: JobRowProps, after: JobRowProps): boolean {
  return before.spinner === after.spinner && replaceEqualDeep(before.job, after.job) === before.job
}

/** Shows when the job began, how long it took, and when it is expected to end. */
function JobTimes({ job, ofOneSpinner }: { job: Job; ofOneSpinner: boolean }) {
  const now = useNow(!hasEnded(job))
  const seconds = secondsOf(job, now)
  const left = secondsLeftOf(job, now)
  const rate = rateOf(job, seconds)
  return (
    <p className={`numbers ${classes['times']}`}>
      {startedBy(job)} ·{' '}
      {isWaitingForStart(job) ? (
        rich('begins {moment}', { moment: <Moment at={job.startsAt} /> })
      ) : (
        <Moment at={job.startedAt ?? job.createdAt} />
      )}
      {seconds !== null &&
        (hasEnded(job)
          ? t(' · took {duration}', { duration: wordsOfDuration(seconds) })
          : t(' · for {duration}', { duration: wordsOfDuration(seconds) }))}
      {rate !== null && t(' · {rate} a second', { rate })}
      {job.expectedEnd !== null && (
        <>
          {t(' · estimated end: ')}
          <Moment at={job.expectedEnd} />
        </>
      )}
      {job.expectedEnd === null &&
        left !== null &&
        t(' · about {duration} left, at this pace', { duration: wordsOfDuration(left) })}
      {t(' · v{spinnerVersion}', { spinnerVersion: job.spinnerVersion })}
      {!ofOneSpinner && (
        <>
          {' · '}
          <code>{shortIdOf(job.id)}</code>
        </>
      )}
    </p>
  )
}
