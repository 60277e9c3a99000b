import { SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/account/organization.ts'
import { useSpinnerTests } from '../../api/test-mode/spinner-tests.ts'
import { isAtWork, testClockQuery } from '../../api/test-mode/test-clock.ts'
import { type TestTimelineEntry, testTimelineQuery } from '../../api/test-mode/test-timeline.ts'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { TestModeOnly } from '../../components/test-mode/test-mode-only.tsx'
import { dateIn } from '../../components/time/zoned-time.ts'
import { t } from '../../languages/text.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { NoEntries } from './no-entries.tsx'
import { TestActions } from './people/test-actions.tsx'
import { TimelineByPerson } from './people/timeline-by-person.tsx'
import { TimelineActions } from './timeline-actions.tsx'
import { TimelineDay } from './timeline-day.tsx'
import { TimelineFilters, useTimelineFilter } from './timeline-filters.tsx'

const pollAtWorkMs = 1_500

/** The timeline of the test organization: messages, calls and reactions by day of the test clock. */
export function TimelinePage() {
  return (
    <>
      <PageHeader
        title={t('Test timeline')}
        description={t(
          'The messages, calls and replies of each day of the test clock. Open a message to read it or to simulate a reaction to it.',
        )}
        actions={<TimelineActions />}
      />
      <TestModeOnly>
        <Timeline />
      </TestModeOnly>
    </>
  )
}

function Timeline() {
  const filter = useTimelineFilter()
  const clock = useQuery(testClockQuery).data
  const test = useSpinnerTests().find(({ spinnerId }) => spinnerId === filter.spinnerId)
  const [view, setView] = useSearchParam('view')
  const query = useInfiniteQuery({
    ...testTimelineQuery(filter),
    refetchInterval: clock !== undefined && isAtWork(clock) ? pollAtWorkMs : false,
  })
  const timeZone = useQuery(organizationQuery).data?.timeZone
  const [opened, open] = useSearchParam('message')
  const entries = query.data?.pages.flatMap(({ items }) => items)
  const isByPerson = test !== undefined && view !== 'day'
  const shown = () => {
    if (entries === undefined || timeZone === undefined) return <NotLoaded query={query} rows={8} />
    if (isByPerson) return <TimelineByPerson {...{ test, entries, timeZone }} onOpen={open} />
    if (entries.length === 0) return <NoEntries isFiltered={Object.keys(filter).length > 0} />
    return daysOf(entries, timeZone).map(({ date, items }) => (
      <TimelineDay key={date} date={date} entries={items} timeZone={timeZone} onOpen={open} />
    ))
  }
  return (
    <>
      {test !== undefined && <TestActions test={test} />}
      <TimelineFilters>
        {test !== undefined && (
          <SegmentedControl
            aria-label={t('Order of the timeline')}
            data={[
              { value: 'person', label: t('By person') },
              { value: 'day', label: t('By day') },
            ]}
            value={isByPerson ? 'person' : 'day'}
            onChange={(value) => setView(value === 'day' ? 'day' : undefined)}
          />
        )}
      </TimelineFilters>
      <Stack gap="md">
        {shown()}
        {entries !== undefined && <LoadMore query={query} />}
        <EntryDrawer messageId={opened} onClose={() => open(undefined)} />
      </Stack>
    </>
  )
}

function daysOf(entries: readonly TestTimelineEntry[], timeZone: string) {
  const days = Map.groupBy(entries, ({ at }) => dateIn(timeZone, at))
  return [...days].map(([date, items]) => ({ date, items }))
}
