import { TextInput } from '@mantine/core'
import type { ArrivalStatus } from '../../api/arrival/arrivals.ts'
import { arrivalStatuses } from '../../components/arrival/arrival-status-badge.tsx'
import { reasonWords } from '../../components/arrival/reason-words.ts'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterChip } from '../../components/filter/filter-chip.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { TimeFilters } from '../../components/filter/time-filters.tsx'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { sources } from './arrival-words.ts'

const states = Object.keys(arrivalStatuses) as ArrivalStatus[]
const sourceKinds = Object.keys(sources) as (keyof typeof sources)[]
const codes = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))
const firstOfEachWord = codes.filter(
  ({ label }, at) => codes.findIndex((code) => code.label === label) === at,
)

/** Returns the filter of the arrival list, which is kept in the page's URL. */
export function useArrivalFilter() {
  const [status] = useSearchParam('status')
  const [code] = useSearchParam('code')
  const [format] = useSearchParam('format')
  const [source] = useSearchParam('source')
  const [since] = useSearchParam('since')
  const [until] = useSearchParam('until')
  const [contains] = useSearchParam('contains')
  const arrivalStatus = oneOf(states, status)
  const kind = oneOf(sourceKinds, source)
  return {
    ...(arrivalStatus && { status: arrivalStatus }),
    ...(kind && { source: kind }),
    ...(code && { code }),
    ...(format && { format }),
    ...(contains && contains.length > 1 && { contains }),
    ...(since && !Number.isNaN(Date.parse(since)) && { since: new Date(since).toISOString() }),
    ...(until && !Number.isNaN(Date.parse(until)) && { until: new Date(until).toISOString() }),
  }
}

export function ArrivalFilters() {
  const { format, contains } = useArrivalFilter()
  const [, setFormat] = useSearchParam('format')
  const [, setContains] = useSearchParam('contains')
  return (
    <FilterBar params={['status', 'code', 'source', 'since', 'until', 'contains', 'format']}>
      <FilterSelect
        label={t('Status')}
        param="status"
        options={states.map((value) => ({ value, label: arrivalStatuses[value].word }))}
        everything={t('Show arrivals in every state')}
        maxWidth={180}
      />
      <FilterSelect
        label={t('Reason')}
        param="code"
        options={firstOfEachWord}
        everything={t('Show arrivals with any reason')}
        isSearchable
        maxWidth={320}
      />
      <FilterSelect
        label={t('Source')}
        param="source"
        options={sourceKinds.map((value) => ({ value, label: sources[value] }))}
        everything={t('Show arrivals from every source')}
        maxWidth={240}
      />
      <TimeFilters from={t('Arrivals received from')} before={t('Arrivals received before')} />
      <TextInput
        key={contains ?? ''}
        label={t('Body contains')}
        placeholder={t('Text in the body, then Enter')}
        defaultValue={contains ?? ''}
        onKeyDown={({ key, currentTarget: { value } }) => {
          if (key === 'Enter') setContains(value.trim() === '' ? undefined : value.trim())
        }}
        onBlur={({ currentTarget: { value } }) => setContains(value.trim() === '' ? undefined : value.trim())}
        flex="1 1 16rem"
        maw={240}
      />
      {format !== undefined && (
        <FilterChip
          label={t('Format {format}', { format: format.slice(0, 6) })}
          everything={t('show arrivals in every format')}
          onClear={() => setFormat(undefined)}
        />
      )}
    </FilterBar>
  )
}
