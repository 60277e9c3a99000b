import { useQuery } from '@tanstack/react-query'
import { eventTypesQuery } from '../../api/event/events.ts'
import { eventLabel } from '../../components/event/event-words.ts'
import { AddressFilter } from '../../components/filter/address-filter.tsx'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { TextFilter } from '../../components/filter/text-filter.tsx'
import { t } from '../../languages/text.ts'

/** The filters of the log of events: by type, by person and by object. They are kept in the page's URL. */
export function EventFilters() {
  const { data } = useQuery(eventTypesQuery)
  const types = data?.items.map(({ type }) => ({ value: type, label: eventLabel(type) })) ?? []
  return (
    <FilterBar params={['type', 'email', 'object']}>
      <FilterSelect
        label={t('Type')}
        param="type"
        options={types}
        everything={t('Show events of every type')}
        isSearchable
        maxWidth={260}
      />
      <AddressFilter label={t('Person')} />
      <TextFilter
        param="object"
        label={t('Object')}
        placeholder={t('Id of a job, record or sender')}
        action={t('Find events about the object')}
      />
    </FilterBar>
  )
}
