import { Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/account/organization.ts'
import { testClockQuery } from '../../api/test-mode/test-clock.ts'
import { type TimelineEntry, testTimelineQuery } from '../../api/test-mode/test-timeline.ts'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { TestModeOnly } from '../../components/test-mode/test-mode-only.tsx'
import { dateIn } from '../../components/time/zoned-time.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { NoEntries } from './no-entries.tsx'
import { TimelineActions } from './timeline-actions.tsx'
import { TimelineDay } from './timeline-day.tsx'
import { TimelineFilters, useTimelineFilter } from './timeline-filters.tsx'

const pollWhileAdvancingMs = 1_500

/** The timeline of the test organization: messages, calls and reactions by day of the test clock. */
export function TimelinePage() {
  return (
    <>
      <PageHeader
        title="Test timeline"
        description="The messages, calls and replies of each day of the test clock. Open a message to read it or to simulate a reaction to it."
        actions={<TimelineActions />}
      />
      <TestModeOnly>
        <TimelineFilters />
        <Timeline />
      </TestModeOnly>
    </>
  )
}

function Timeline() {
  const filter = useTimelineFilter()
  const isAdvancing = useQuery(testClockQuery).data?.status === 'advancing'
  const query = useInfiniteQuery({
    ...testTimelineQuery(filter),
    refetchInterval: isAdvancing ? pollWhileAdvancingMs : false,
  })
  const timeZone = useQuery(organizationQuery).data?.timeZone
  const [opened, open] = useSearchParam('message')
  const entries = query.data?.pages.flatMap(({ items }) => items)
  if (entries === undefined || timeZone === undefined) return <NotLoaded query={query} rows={8} />
  if (entries.length === 0) return <NoEntries isFiltered={Object.keys(filter).length > 0} />
  return (
    <Stack gap="md">
      {daysOf(entries, timeZone).map(({ date, items }) => (
        <TimelineDay key={date} date={date} entries={items} timeZone={timeZone} onOpen={open} />
      ))}
      <LoadMore query={query} />
      <EntryDrawer messageId={opened} onClose={() => open(undefined)} />
    </Stack>
  )
}

function daysOf(entries: readonly TimelineEntry[], timeZone: string) {
  const days = Map.groupBy(entries, ({ at }) => dateIn(timeZone, at))
  return [...days].map(([date, items]) => ({ date, items }))
}
