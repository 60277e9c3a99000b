import { useQuery } from '@tanstack/react-query'
import { apiKeysQuery } from '../../api/account/api-keys.ts'
import { useMay } from '../../api/account/session.ts'
import type { PeopleFilter, PersonSourceKind } from '../../api/person/people.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterChip } from '../../components/filter/filter-chip.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { TextFilter } from '../../components/filter/text-filter.tsx'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { peopleOrders, sortOf, usePeopleOrder } from './people-order.ts'
import { personSources } from './person-sources.ts'
import { personStatuses } from './person-statuses.ts'

const statuses = Object.keys(personStatuses) as (keyof typeof personStatuses)[]

const sources = Object.keys(personSources) as PersonSourceKind[]

/** Returns the filters and the order of the list, which are kept in the page's URL. */
export function usePeopleFilter(): PeopleFilter {
  const [q] = useSearchParam('q')
  const [writtenStatus] = useSearchParam('status')
  const [dataTableId] = useSearchParam('dataTableId')
  const [writtenSource] = useSearchParam('source')
  const [column] = useSearchParam('column')
  const [value] = useSearchParam('value')
  const status = oneOf(statuses, writtenStatus)
  const source = oneOf(sources, writtenSource)
  const order = usePeopleOrder()
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(dataTableId && { dataTableId }),
    ...(source ? { source } : writtenSource && { apiKeyId: writtenSource }),
    ...(column !== undefined && value !== undefined && { column, value }),
    ...sortOf(order),
  }
}

/** The search field, the filters and the order above the list of people. */
export function PeopleFilters() {
  const { data: tables = [] } = useQuery(dataTablesQuery)
  const { column, value } = usePeopleFilter()
  const [, setColumn] = useSearchParam('column')
  return (
    <FilterBar params={['status', 'source', 'dataTableId', 'sort', 'column']}>
      <FilterSelect
        label={t('Status')}
        param="status"
        options={statuses.map((status) => ({ value: status, label: personStatuses[status].word }))}
        everything={t('Show people in every state')}
        maxWidth={180}
      />
      <SourceFilter />
      <FilterSelect
        label={t('Data table')}
        param="dataTableId"
        options={tables.map(({ id, name }) => ({ value: id, label: name }))}
        everything={t('Show people of every data table')}
        isSearchable
        maxWidth={220}
      />
      <FilterSelect
        label={t('Order')}
        param="sort"
        options={peopleOrders}
        everything={t('Show the newest people first')}
        placeholder={t('Newest first')}
        maxWidth={210}
      />
      {column !== undefined && (
        <FilterChip
          label={`${column}: ${value}`}
          everything={t('show all people')}
          onClear={() => setColumn(undefined)}
        />
      )}
    </FilterBar>
  )
}

/** The choice of a source: a kind, or an API key of which the user may see the name. */
function SourceFilter() {
  const mayListKeys = useMay('admin')
  const { data: keys = [] } = useQuery({ ...apiKeysQuery, enabled: mayListKeys })
  const kinds = sources.map((kind) => ({ value: kind as string, label: personSources[kind] }))
  const ofKeys = keys.map(({ id, name }) => ({ value: id, label: t('API key {name}', { name }) }))
  return (
    <FilterSelect
      label={t('Source')}
      param="source"
      options={[...kinds, ...ofKeys]}
      everything={t('Show people of every source')}
      isSearchable={ofKeys.length > 0}
      maxWidth={200}
    />
  )
}

/** The field that searches people by any part of their address, name or company. */
export function PeopleSearch() {
  return <TextFilter param="q" label={t('Search people')} placeholder={t('Address, name or company')} />
}
