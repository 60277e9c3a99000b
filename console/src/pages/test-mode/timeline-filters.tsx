import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import type { TimelineFilter } from '../../api/test-mode/test-timeline.ts'
import { AddressFilter } from '../../components/filter/address-filter.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { useSearchParam } from '../../components/search-param.ts'

/** Returns the filter of the test timeline, which is kept in the page's URL. */
export function useTimelineFilter(): TimelineFilter {
  const [spinnerId] = useSearchParam('spinner')
  const [email] = useSearchParam('email')
  return { ...(spinnerId && { spinnerId }), ...(email && { email }) }
}

export function TimelineFilters() {
  const { data: spinners = [] } = useQuery(spinnersQuery)
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <FilterSelect
        label="Spinner"
        param="spinner"
        options={spinners.map(({ id, name }) => ({ value: id, label: name }))}
        everything="Show events of every spinner"
        isSearchable
        maxWidth={260}
      />
      <AddressFilter label="Person" />
    </Group>
  )
}
