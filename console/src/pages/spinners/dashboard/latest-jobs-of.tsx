import { Group, Paper, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { jobsQuery } from '../../../api/job/jobs.ts'
import type { Spinner } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { t } from '../../../languages/text.ts'
import { JobRow } from '../../jobs/list/job-row.tsx'

const shown = 5
const pollEveryMs = 4_000

/** Lists the newest jobs of a spinner; the page of jobs has all of them. */
export function LatestJobsOf({ spinner }: { spinner: Spinner }) {
  const query = useInfiniteQuery({
    ...jobsQuery({ spinnerId: spinner.id }),
    refetchInterval: pollEveryMs,
  })
  const jobs = query.data?.pages[0]?.items.slice(0, shown)
  return (
    <section aria-labelledby="latest-jobs">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} id="latest-jobs">
          {t('Latest jobs')}
        </Title>
        <AnchorLink to="/jobs" search={{ spinnerId: spinner.id }} underline="always" size="sm">
          {t('See all jobs of this spinner')}
        </AnchorLink>
      </Group>
      {jobs === undefined ? (
        <NotLoaded query={query} rows={3} />
      ) : (
        <Paper withBorder component="ul" aria-label={t('Latest jobs')} className="plain-list">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} spinner={null} />
          ))}
        </Paper>
      )}
    </section>
  )
}
