import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../api/account/organization.ts'
import { sessionQuery } from '../../api/account/session.ts'
import { latestJobsQuery } from '../../api/job/jobs.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { useNewSpinners } from '../../api/spinner/use-new-spinners.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { MeterCard } from '../organization/meter-card.tsx'
import { LatestJobs } from './latest-jobs.tsx'
import { Start } from './start.tsx'
import { hasRecords, publishedOf } from './start-steps.ts'

/** A row that comes by curl must show at once when the page is open beside a shell. */
const lookEvery = 2_000
/** There may be a thousand, and what waited for them is done. */
const lookAgainEvery = 30_000

export function HomePage() {
  const person = useQuery(sessionQuery)
  const dataTables = useQuery({
    ...dataTablesQuery,
    refetchInterval: ({ state: { data } }) => (hasRecords(data) ? lookAgainEvery : lookEvery),
  })
  const spinners = useQuery({
    ...spinnersQuery,
    refetchInterval: ({ state: { data } }) => (publishedOf(data) === undefined ? lookEvery : lookAgainEvery),
  })
  const jobs = useQuery({ ...latestJobsQuery, refetchInterval: lookEvery })
  useNewSpinners(spinners.data, jobs.data?.items)
  const usage = useQuery({ ...usageQuery, refetchInterval: lookEvery })
  return (
    <>
      <PageHeader
        title="Home"
        description={person.data && `${person.data.organization.name}: from rows to outreach in three steps.`}
      />
      <Stack gap="xl">
        <Loaded query={dataTables}>
          {(tables) => (
            <Loaded query={spinners}>
              {(pipelines) => (
                <Loaded query={jobs}>
                  {({ items }) => <Start dataTables={tables} spinners={pipelines} jobs={items} />}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
        <Loaded query={usage}>
          {({ meters }) => (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {meters.map(({ meter, used, limit }) => (
                <MeterCard
                  key={meter}
                  name={meter === 'records' ? 'Records this month' : 'Jobs this month'}
                  used={used}
                  limit={limit}
                />
              ))}
            </SimpleGrid>
          )}
        </Loaded>
        {jobs.data !== undefined && jobs.data.items.length > 0 && (
          <LatestJobs jobs={jobs.data.items} spinners={spinners.data ?? []} />
        )}
      </Stack>
    </>
  )
}
