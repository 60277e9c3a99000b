import { Button, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import type { ArrivalState } from '../../api/arrival/arrivals.ts'
import { arrivalStates } from '../../components/arrival/arrival-state-badge.tsx'
import { reasonWords } from '../../components/arrival/reason-words.ts'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import { sources } from './arrival-words.ts'

const states = Object.keys(arrivalStates) as ArrivalState[]
const sourceKinds = Object.keys(sources) as (keyof typeof sources)[]
const codes = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))
const firstOfEachWord = codes.filter(({ label }, at) => codes.findIndex((one) => one.label === label) === at)

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

/** Returns a time as the value of a local date-and-time field, such as "2026-11-20T10:05". */
function inField(at: string | undefined): string {
  if (at === undefined) return ''
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function ArrivalFilters() {
  const { shape, since, until, contains } = useArrivalFilter()
  const [, setShape] = useSearchParam('shape')
  const [, setSince] = useSearchParam('since')
  const [, setUntil] = useSearchParam('until')
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
      <TextInput
        label="Arrivals received from"
        type="datetime-local"
        value={inField(since)}
        onChange={({ currentTarget: { value } }) =>
          setSince(value === '' ? undefined : new Date(value).toISOString())
        }
        flex="1 1 12rem"
        maw={240}
      />
      <TextInput
        label="Arrivals received up to"
        type="datetime-local"
        value={inField(until)}
        onChange={({ currentTarget: { value } }) =>
          setUntil(value === '' ? undefined : new Date(value).toISOString())
        }
        flex="1 1 12rem"
        maw={240}
      />
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
        <Button
          variant="light"
          rightSection={<X size={14} aria-hidden />}
          onClick={() => setShape(undefined)}
          aria-label={`Format ${shape.slice(0, 6)}: show arrivals in every format`}
        >
          Format {shape.slice(0, 6)}
        </Button>
      )}
    </FilterBar>
  )
}
