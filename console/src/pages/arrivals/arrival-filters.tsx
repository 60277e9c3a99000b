import { TextInput } from '@mantine/core'
import type { ArrivalState } from '../../api/arrival/arrivals.ts'
import { arrivalStates } from '../../components/arrival/arrival-state-badge.tsx'
import { reasonWords } from '../../components/arrival/reason-words.ts'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterChip } from '../../components/filter/filter-chip.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { TimeFilter } from '../../components/filter/time-filter.tsx'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import { sources } from './arrival-words.ts'

const states = Object.keys(arrivalStates) as ArrivalState[]
const sourceKinds = Object.keys(sources) as (keyof typeof sources)[]
const codes = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))
const firstOfEachWord = codes.filter(
  ({ label }, at) => codes.findIndex((code) => code.label === label) === at,
)

/** Returns the filter of the arrival list, which is kept in the page's URL. */
export function useArrivalFilter() {
  const [state] = useSearchParam('state')
  const [code] = useSearchParam('code')
  const [shape] = useSearchParam('shape')
  const [source] = useSearchParam('source')
  const [since] = useSearchParam('since')
  const [until] = useSearchParam('until')
  const [contains] = useSearchParam('contains')
  const known = oneOf(states, state)
  const kind = oneOf(sourceKinds, source)
  return {
    ...(known && { state: known }),
    ...(kind && { source: kind }),
    ...(code && { code }),
    ...(shape && { shape }),
    ...(contains && contains.length > 1 && { contains }),
    ...(since && !Number.isNaN(Date.parse(since)) && { since: new Date(since).toISOString() }),
    ...(until && !Number.isNaN(Date.parse(until)) && { until: new Date(until).toISOString() }),
  }
}

export function ArrivalFilters() {
  const { shape, contains } = useArrivalFilter()
  const [, setShape] = useSearchParam('shape')
  const [, setContains] = useSearchParam('contains')
  return (
    <FilterBar params={['state', 'code', 'source', 'since', 'until', 'contains', 'shape']}>
      <FilterSelect
        label="State"
        param="state"
        options={states.map((value) => ({ value, label: arrivalStates[value].word }))}
        everything="Show arrivals in every state"
        maxWidth={180}
      />
      <FilterSelect
        label="Reason"
        param="code"
        options={firstOfEachWord}
        everything="Show arrivals with any reason"
        isSearchable
        maxWidth={320}
      />
      <FilterSelect
        label="Source"
        param="source"
        options={sourceKinds.map((value) => ({ value, label: sources[value] }))}
        everything="Show arrivals from every source"
        maxWidth={240}
      />
      <TimeFilter label="Arrivals received from" param="since" />
      <TimeFilter label="Arrivals received up to" param="until" />
      <TextInput
        key={contains ?? ''}
        label="Body contains"
        placeholder="Text in the body, then Enter"
        defaultValue={contains ?? ''}
        onKeyDown={({ key, currentTarget: { value } }) => {
          if (key === 'Enter') setContains(value.trim() === '' ? undefined : value.trim())
        }}
        onBlur={({ currentTarget: { value } }) => setContains(value.trim() === '' ? undefined : value.trim())}
        flex="1 1 10rem"
        maw={240}
      />
      {shape !== undefined && (
        <FilterChip
          label={`Format ${shape.slice(0, 6)}`}
          everything="show arrivals in every format"
          onClear={() => setShape(undefined)}
        />
      )}
    </FilterBar>
  )
}
