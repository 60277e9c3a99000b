import { useQuery } from '@tanstack/react-query'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { FilterSelect } from './filter-select.tsx'

/** Restricts a list to the items of one spinner, whose id a URL parameter of the page holds. */
export function SpinnerFilter({ items, param = 'spinnerId' }: { items: string; param?: string }) {
  const { data: spinners = [] } = useQuery(spinnersQuery)
  return (
    <FilterSelect
      label="Spinner"
      param={param}
      options={spinners.map(({ id, name }) => ({ value: id, label: name }))}
      everything={`Show ${items} of every spinner`}
      isSearchable
      maxWidth={280}
    />
  )
}
