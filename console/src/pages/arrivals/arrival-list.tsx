import { Group, Paper } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ArrivalFilter, arrivalsQuery, type Unwanted } from '../../api/arrival/arrivals.ts'
import type { DataTable } from '../../api/schema.ts'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { DiscardAllButton } from './admission/discard-button.tsx'
import { SpaceAlert } from './admission/room-alert.tsx'
import { ArrivalDrawer } from './arrival-drawer.tsx'
import { ArrivalFilters, useArrivalFilter } from './arrival-filters.tsx'
import { groupsOf } from './arrival-groups.ts'
import { GroupedArrivals } from './grouped-arrivals.tsx'

const pollEveryMs = 2_000

/** Lists the arrivals of one table or of all, newest first, and refreshes by polling. */
export function ArrivalList({
  dataTableId,
  tables,
  empty,
}: {
  dataTableId?: string
  /** The data tables whose names the list shows; undefined while they are loading. */
  tables: readonly DataTable[] | undefined
  empty: ReactNode
}) {
  const filter = useArrivalFilter()
  const [opened, open] = useSearchParam('arrival')
  const query = useInfiniteQuery({
    ...arrivalsQuery({ ...filter, ...(dataTableId !== undefined && { dataTableId }) }),
    // Polls the arrivals only while one page is loaded, so that a user who has scrolled down is not
    // disturbed. A text search is not polled, because it opens every body.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && filter.contains === undefined ? pollEveryMs : false,
  })
  const arrivals = query.data?.pages.flatMap(({ items }) => items)
  const searched = query.data?.pages.reduce((sum, page) => sum + page.searched, 0) ?? 0
  const isFiltered = Object.keys(filter).length > 0
  const unwanted = unwantedOf(dataTableId, filter)
  const nameOf = (id: string | null) =>
    tables === undefined ? '…' : (tables.find((table) => table.id === id)?.name ?? t('Deleted table'))
  return (
    <>
      <SpaceAlert />
      {(isFiltered || (arrivals?.length ?? 0) > 0) && <ArrivalFilters />}
      {unwanted !== null && (arrivals?.length ?? 0) > 0 && (
        <Group mb="sm" justify="flex-end">
          <DiscardAllButton unwanted={unwanted} />
        </Group>
      )}
      {arrivals === undefined ? (
        <NotLoaded query={query} rows={6} />
      ) : arrivals.length > 0 ? (
        <>
          <Paper withBorder component="ul" aria-label={t('Arrivals')} className="plain-list">
            {groupsOf(arrivals).map((group) => (
              <GroupedArrivals
                key={group.key}
                group={group}
                tableName={dataTableId === undefined ? nameOf(group.arrivals[0].dataTableId) : undefined}
                onOpen={open}
              />
            ))}
          </Paper>
          <LoadMore query={query} />
        </>
      ) : isFiltered ? (
        <>
          <EmptyState
            icon={Inbox}
            title={
              query.hasNextPage ? t('No matching arrivals in the searched part') : t('No matching arrivals')
            }
          >
            {query.hasNextPage
              ? t('{searched, number} arrivals were searched. Load more to search older arrivals.', {
                  searched,
                })
              : t('No arrival matches. Choose another state, reason, source, text or time above.')}
          </EmptyState>
          <LoadMore query={query} />
        </>
      ) : (
        empty
      )}
      <ArrivalDrawer arrivalId={opened} tables={tables ?? []} onClose={() => open(undefined)} />
    </>
  )
}

/**
 * Returns which arrivals of the filtered list the user may discard together. Returns null if the list shows
 * several tables, several states or accepted arrivals, or is filtered by source, text or time.
 */
function unwantedOf(dataTableId: string | undefined, filter: ArrivalFilter): Unwanted | null {
  const { status, code, format, source, contains, since, until } = filter
  if (dataTableId === undefined || status === undefined || status === 'accepted') return null
  if (source !== undefined || contains !== undefined || since !== undefined || until !== undefined)
    return null
  return { dataTableId, status, ...(code && { code }), ...(format && { format }) }
}
