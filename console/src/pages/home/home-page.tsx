import { Alert, SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { usageQuery } from '../../api/account/organization.ts'
import { overviewQuery } from '../../api/account/overview.ts'
import { sessionQuery } from '../../api/account/session.ts'
import { latestJobsQuery } from '../../api/job/jobs.ts'
import type { DataTable, Job, Meter, Overview, Spinner } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { useNewSpinners } from '../../api/spinner/use-new-spinners.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { MeterCard } from '../organization/plan/meter-card.tsx'
import { ActivityCharts } from './activity-charts.tsx'
import { Decisions } from './decisions.tsx'
import { FirstMessage } from './first-message.tsx'
import { rangeOf, ranges } from './home-queries.ts'
import { JobsInProgress } from './jobs-in-progress.tsx'
import { LatestReplies } from './latest-replies.tsx'
import { SendersHealth } from './senders-health.tsx'
import { RemainingMailboxStep } from './start/mailbox-step.tsx'
import { Start } from './start/start.tsx'
import { hasRecords, publishedOf } from './start/start-steps.ts'

/**
 * Polling interval in ms while a getting-started step is not done. It is short, so that a record sent from a
 * shell shows at once.
 */
const pollEveryMs = 2_000
/**
 * Polling interval in ms for a list whose getting-started step is done: the list may hold a thousand items,
 * and no step waits for it.
 */
const pollLaterEveryMs = 30_000
const overviewEvery = 10_000

/** The home page: an overview of the organization, or the steps to its first job. */
export function HomePage() {
  const person = useQuery(sessionQuery)
  const [chosen, choose] = useSearchParam('range')
  const range = rangeOf(chosen)
  const dataTables = useQuery({
    ...dataTablesQuery,
    refetchInterval: ({ state: { data } }) => (hasRecords(data) ? pollLaterEveryMs : pollEveryMs),
  })
  const spinners = useQuery({
    ...spinnersQuery,
    refetchInterval: ({ state: { data } }) =>
      publishedOf(data) === undefined ? pollEveryMs : pollLaterEveryMs,
  })
  const jobs = useQuery({ ...latestJobsQuery, refetchInterval: pollEveryMs })
  useNewSpinners(spinners.data, jobs.data?.items)
  const usage = useQuery({ ...usageQuery, refetchInterval: overviewEvery })
  const overview = useQuery({ ...overviewQuery(range), refetchInterval: overviewEvery })
  const [firstJob, setFirstJob] = useState<string | null>(null)
  const isReady = isInProgress(dataTables.data, spinners.data, jobs.data?.items)
  return (
    <>
      <PageHeader
        title={t('Home')}
        description={person.data?.organization.name}
        actions={
          isReady && (
            <SegmentedControl
              data={[...ranges]}
              value={range}
              onChange={(value) => choose(value === '24h' ? undefined : value)}
              aria-label={t('Period')}
            />
          )
        }
      />
      <Stack gap="xl">
        {firstJob !== null && <FirstMessage jobId={firstJob} />}
        {isReady && <RemainingMailboxStep />}
        {isReady ? (
          <Loaded query={overview} skeleton={<Skeleton height={300} />}>
            {(shown) => (
              <OverviewParts overview={shown} meters={usage.data?.meters} spinners={spinners.data} />
            )}
          </Loaded>
        ) : (
          <Loaded query={dataTables}>
            {(tables) => (
              <Loaded query={spinners}>
                {(pipelines) => (
                  <Loaded query={jobs}>
                    {({ items }) => (
                      <Start dataTables={tables} spinners={pipelines} jobs={items} onStarted={setFirstJob} />
                    )}
                  </Loaded>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
        {jobs.data !== undefined && jobs.data.items.length > 0 && (
          <JobsInProgress counts={overview.data?.jobs} jobs={jobs.data.items} spinners={spinners.data} />
        )}
        {isReady && <SendersHealth />}
        {/* Hides the meters of the plan in test mode, which uses up no meter. */}
        {person.data?.organization.isTestMode !== true && (
          <Loaded query={usage}>{({ meters }) => <PlanMeters meters={meters} />}</Loaded>
        )}
      </Stack>
    </>
  )
}

function OverviewParts({
  overview,
  meters,
  spinners,
}: {
  overview: Overview
  meters: readonly Meter[] | undefined
  spinners: readonly Spinner[] | undefined
}) {
  return (
    <>
      {overview.totals.replies > 0 && (
        <LatestReplies since={overview.since} until={overview.until} spinners={spinners} />
      )}
      <Decisions decisions={overview.decisions} meters={meters} />
      <Stack gap="sm">
        <ActivityCharts overview={overview} />
        {!overview.isComplete && (
          <Alert color="gray" icon={<Hourglass aria-hidden />} role="status">
            {t('Very many records arrived in the last minutes. Spindle is still counting them.')}
          </Alert>
        )}
      </Stack>
    </>
  )
}

function PlanMeters({ meters }: { meters: readonly Meter[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {meters.map(({ meter, used, limit }) => (
        <MeterCard
          key={meter}
          name={meter === 'records' ? t('Records added this month') : t('Jobs started this month')}
          used={used}
          limit={limit}
        />
      ))}
    </SimpleGrid>
  )
}

/**
 * Returns true if the organization has records, a published spinner and a job, so that the home page shows
 * the overview in place of the getting-started steps.
 */
function isInProgress(
  tables: readonly DataTable[] | undefined,
  spinners: readonly Spinner[] | undefined,
  jobs: readonly Job[] | undefined,
): boolean {
  return hasRecords(tables) && publishedOf(spinners) !== undefined && (jobs?.length ?? 0) > 0
}
