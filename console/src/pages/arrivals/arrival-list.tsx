import { Paper } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { arrivalsQuery } from '../../api/arrival/arrivals.ts'
import type { DataTable } from '../../api/schema.ts'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { ListSkeleton } from '../../components/loading/skeletons.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { ArrivalDrawer } from './arrival-drawer.tsx'
import { ArrivalFilters, useArrivalFilter } from './arrival-filters.tsx'
import { ArrivalRow } from './arrival-row.tsx'

const lookForNewEveryMs = 2_000

/** What senders sent in, of one table or of all, the newest first, as it comes. */
export function ArrivalList({
  dataTableId,
  tables,
  empty,
}: {
  dataTableId?: string
  /** Undefined while the tables are loading. */
  tables: readonly DataTable[] | undefined
  empty: ReactNode
}) {
  const filter = useArrivalFilter()
  const [opened, open] = useSearchParam('arrival')
  const query = useInfiniteQuery({
    ...arrivalsQuery({ ...filter, ...(dataTableId !== undefined && { dataTableId }) }),
    // A reader who has scrolled down is not disturbed.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? lookForNewEveryMs : false),
  })
  const arrivals = query.data?.pages.flatMap(({ items }) => items)
  const isFiltered = Object.keys(filter).length > 0
  const nameOf = (id: string | null) =>
    tables === undefined ? '…' : (tables.find((table) => table.id === id)?.name ?? 'Deleted table')
  return (
    <>
      {(isFiltered || (arrivals?.length ?? 0) > 0) && <ArrivalFilters />}
      {arrivals === undefined ? (
        query.isError ? (
          <ProblemAlert error={query.error} retry={query.refetch} />
        ) : (
          <ListSkeleton rows={6} />
        )
      ) : arrivals.length > 0 ? (
        <>
          <Paper withBorder component="ul" m={0} p={0} aria-label="Arrivals" style={{ listStyle: 'none' }}>
            {arrivals.map((arrival) => (
              <ArrivalRow
                key={arrival.id}
                arrival={arrival}
                tableName={dataTableId === undefined ? nameOf(arrival.dataTableId) : undefined}
                onOpen={() => open(arrival.id)}
              />
            ))}
          </Paper>
          <LoadMore query={query} />
        </>
      ) : isFiltered ? (
        <EmptyState icon={Inbox} title="No such arrivals">
          Nothing of this kind has come. Choose another state, reason or time above.
        </EmptyState>
      ) : (
        empty
      )}
      <ArrivalDrawer arrivalId={opened} tables={tables ?? []} onClose={() => open(undefined)} />
    </>
  )
}
