import type { QueryClient } from '@tanstack/react-query'
import { usageQuery } from '../../api/account/organization.ts'
import { type OverviewRange, overviewQuery } from '../../api/account/overview.ts'
import { latestJobsQuery } from '../../api/job/jobs.ts'
import { sendersQuery } from '../../api/sender/senders.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { oneOf } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'

/** The periods that the home page can show. */
export const ranges: readonly { readonly value: OverviewRange; readonly label: string }[] = [
  { value: '24h', label: t('24 hours') },
  { value: '7d', label: t('7 days') },
  { value: '30d', label: t('30 days') },
]

/** Returns the period that the parameter `range` of the home page names: 24 hours if it names none. */
export function rangeOf(parameter: unknown): OverviewRange {
  const known = ranges.map(({ value }) => value)
  return oneOf(known, typeof parameter === 'string' ? parameter : undefined) ?? '24h'
}

/** Loads the data of the home page for a period into the cache. `start.ts` sends the requests of 24 hours early. */
export async function loadHome(client: QueryClient, range: OverviewRange): Promise<void> {
  await Promise.all([
    client.prefetchQuery(overviewQuery(range)),
    client.prefetchQuery(latestJobsQuery),
    client.prefetchQuery(spinnersQuery),
    client.prefetchQuery(dataTablesQuery),
    client.prefetchQuery(usageQuery),
    client.prefetchQuery(sendersQuery),
  ])
}
