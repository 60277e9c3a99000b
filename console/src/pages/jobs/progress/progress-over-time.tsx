import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hasEnded, progressQuery } from '../../../api/job/jobs.ts'
import type { Job, ProgressPoint } from '../../../api/schema.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { useNow } from '../../../components/time/use-now.ts'
import { t } from '../../../languages/text.ts'
import { finishedOf } from './job-pace.tsx'
import { ProgressChart } from './progress-chart.tsx'

const pollEveryMs = 5_000

/** Shows the progress of a job over time as a chart of its recipients' states. */
export function ProgressOverTime({ job }: { job: Job }) {
  const live = !hasEnded(job)
  const { data, error, refetch } = useQuery({
    ...progressQuery(job.id),
    refetchInterval: live ? pollEveryMs : false,
  })
  const now = useNow(live)
  const points = data === undefined ? [] : live ? upToNow(data.points, job, now) : data.points
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="progress-over-time">
      <Title order={2} id="progress-over-time" mb="md">
        {t('Progress of the job over time')}
      </Title>
      {error !== null && data === undefined ? (
        <ProblemAlert error={error} retry={refetch} />
      ) : data === undefined ? (
        <Skeleton height={240} role="group" aria-busy aria-label={t('Loading')} />
      ) : points.length < 2 || job.counts.total === 0 ? (
        <Text c="dimmed">
          {live
            ? t('The chart appears as soon as the job has started.')
            : t('There is no chart: the job never started.')}
        </Text>
      ) : (
        <>
          <ProgressChart points={points} />
          {data.isEstimate && (
            <Text size="xs" c="dimmed" mt="xs">
              {t(
                'The line of the chart is estimated from a part of the recipients. Its start and end are exact.',
              )}
            </Text>
          )}
        </>
      )}
    </Paper>
  )
}

/**
 * Adds the job's current counts as the last point of the chart, because the other points are loaded less
 * often.
 */
function upToNow(points: readonly ProgressPoint[], job: Job, now: number): readonly ProgressPoint[] {
  const last = points.at(-1)
  if (last === undefined) return points
  const { total, done, skipped, failed, unconfirmed, stopped } = job.counts
  // Places the chart's new point after its last loaded point, because the clock of this machine may be behind
  // the service's.
  const at = new Date(Math.max(now, Date.parse(last.at) + 1)).toISOString()
  const point = { at, total, finished: finishedOf(job.counts), done, skipped, failed, unconfirmed }
  return [...points, stopped === undefined ? point : { ...point, stopped }]
}
