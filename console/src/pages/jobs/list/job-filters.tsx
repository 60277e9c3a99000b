import type { JobFilter, JobStatus } from '../../../api/job/jobs.ts'
import type { Job, Spinner } from '../../../api/schema.ts'
import { beginningOf, DayFilter, endOf } from '../../../components/filter/day-filter.tsx'
import { FilterBar } from '../../../components/filter/filter-bar.tsx'
import { FilterSelect } from '../../../components/filter/filter-select.tsx'
import { SpinnerFilter } from '../../../components/filter/spinner-filter.tsx'
import { jobStatuses } from '../../../components/job/job-status-badge.tsx'
import { oneOf, useSearchParam } from '../../../components/search-param.ts'
import { t } from '../../../languages/text.ts'

/** Words for what started a job, in the list of sources. */
const sources: Readonly<Record<Job['source'], string>> = {
  api: 'API',
  app: t('Console'),
  records: t('New records'),
  schedule: t('Schedule'),
  segment: t('Entries into a segment'),
}

/** Returns the filter of the list of jobs, which is kept in the page's URL. */
export function useJobFilter(): JobFilter {
  const [statusParam] = useSearchParam('status')
  const [spinnerId] = useSearchParam('spinnerId')
  const [versionParam] = useSearchParam('version')
  const [sourceParam] = useSearchParam('source')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const status = oneOf(Object.keys(jobStatuses) as JobStatus[], statusParam)
  const source = oneOf(Object.keys(sources) as Job['source'][], sourceParam)
  const version = /^v[1-9]\d{0,8}$/.test(versionParam ?? '') ? Number(versionParam?.slice(1)) : undefined
  const [since, until] = [beginningOf(from), endOf(to)]
  return {
    ...(status && { status }),
    ...(spinnerId && { spinnerId }),
    ...(spinnerId && version && { version }),
    ...(source && { source }),
    ...(since && { since }),
    ...(until && { until }),
  }
}

/** The filters of the list of jobs. Versions can be chosen once a spinner is chosen. */
export function JobFilters({
  statuses,
  spinners,
}: {
  statuses: readonly JobStatus[]
  spinners: readonly Spinner[]
}) {
  const [spinnerId] = useSearchParam('spinnerId')
  const published = spinners.find(({ id }) => id === spinnerId)?.publishedVersion ?? 0
  return (
    <FilterBar params={['status', 'spinnerId', 'version', 'source', 'from', 'to']}>
      <FilterSelect
        label={t('Status')}
        param="status"
        options={statuses.map((value) => ({ value, label: jobStatuses[value].word }))}
        everything={t('Show jobs of every status')}
        maxWidth={200}
      />
      <SpinnerFilter everything={t('Show jobs of every spinner')} />
      {published > 1 && (
        <FilterSelect
          label={t('Version')}
          param="version"
          options={Array.from({ length: published }, (_, no) => published - no).map((version) => ({
            value: `v${version}`,
            label: t('Version {version}', { version }),
          }))}
          everything={t('Show jobs of every version')}
          isSearchable
          maxWidth={160}
        />
      )}
      <FilterSelect
        label={t('Kind of start')}
        param="source"
        options={Object.entries(sources).map(([value, label]) => ({ value, label }))}
        everything={t('Show jobs however they were started')}
        maxWidth={180}
      />
      <DayFilter label={t('Created from')} param="from" />
      <DayFilter label={t('Created up to')} param="to" />
    </FilterBar>
  )
}
