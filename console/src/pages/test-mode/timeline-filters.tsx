import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TimelineFilter } from '../../api/test-mode/test-timeline.ts'
import { AddressFilter } from '../../components/filter/address-filter.tsx'
import { SpinnerFilter } from '../../components/filter/spinner-filter.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'

/** Returns the filter of the test timeline, which is kept in the page's URL. */
export function useTimelineFilter(): TimelineFilter {
  const [spinnerId] = useSearchParam('spinner')
  const [email] = useSearchParam('email')
  return { ...(spinnerId && { spinnerId }), ...(email && { email }) }
}

export function TimelineFilters({ children }: { children: ReactNode }) {
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <SpinnerFilter everything={t('Show events of every spinner')} param="spinner" />
      <AddressFilter label={t('Person')} />
      {children}
    </Group>
  )
}
