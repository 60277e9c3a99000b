import { Paper } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { jobsQuery } from '../../../api/job/jobs.ts'
import { spinnersQuery } from '../../../api/spinner/spinners.ts'
import { useNewSpinners } from '../../../api/spinner/use-new-spinners.ts'
import { jobStatuses } from '../../../components/job/job-status-badge.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { LoadMore } from '../../../components/loading/load-more.tsx'
import { Loaded, NotLoaded } from '../../../components/loading/loaded.tsx'
import { nameOfSpinner } from '../../../components/names/name-of-spinner.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { t } from '../../../languages/text.ts'
import { RuntimeAlert } from '../runtime-alert.tsx'
import { JobFilters, useJobFilter } from './job-filters.tsx'
import { JobRow } from './job-row.tsx'
import { NoJobs } from './no-jobs.tsx'

const statuses = Object.keys(jobStatuses) as (keyof typeof jobStatuses)[]
/** Polling interval in ms for the list of jobs, because other users and programs start jobs. */
const pollEveryMs = 2_000

export function JobsPage() {
  const filter = useJobFilter()
  const filtered = Object.keys(filter).length > 0
  const query = useInfiniteQuery({
    ...jobsQuery(filter),
    // Polls the jobs only while one page is loaded, so that a user who has scrolled down is not disturbed.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? pollEveryMs : false),
  })
  const spinners = useQuery(spinnersQuery)
  const jobs = query.data?.pages.flatMap(({ items }) => items)
  useNewSpinners(spinners.data, jobs)

  return (
    <>
      <PageHeader
        title={t('Jobs')}
        description={t('A job is one run of a spinner over its records. The newest job is first.')}
      />
      {jobs?.some(({ hint }) => hint !== null) && <RuntimeAlert />}
      {(filtered || (jobs?.length ?? 0) > 0) && (
        <JobFilters statuses={statuses} spinners={spinners.data ?? []} />
      )}
      {jobs === undefined ? (
        <NotLoaded query={query} rows={6} />
      ) : jobs.length > 0 ? (
        <>
          <Paper withBorder component="ul" aria-label={t('Jobs')} className="plain-list">
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} spinner={nameOfSpinner(spinners.data, job.spinnerId)} />
            ))}
          </Paper>
          <LoadMore query={query} />
        </>
      ) : filtered ? (
        <EmptyState icon={ListChecks} title={t('No matching jobs')}>
          {t('No job matches. Change the filters above.')}
        </EmptyState>
      ) : (
        <Loaded query={spinners}>{(known) => <NoJobs spinners={known} />}</Loaded>
      )}
    </>
  )
}
