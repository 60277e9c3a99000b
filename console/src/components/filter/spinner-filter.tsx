import { useQuery } from '@tanstack/react-query'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { t } from '../../languages/text.ts'
import { FilterSelect } from './filter-select.tsx'

/** Restricts a list to the items of one spinner, whose id a URL parameter of the page holds. */
export function SpinnerFilter({
  everything,
  param = 'spinnerId',
}: {
  /** The name of the choice that shows the items of all spinners. */
  everything: string
  param?: string
}) {
  const { data: spinners = [] } = useQuery(spinnersQuery)
  return (
    <FilterSelect
      label={t('Spinner')}
      param={param}
      options={spinners.map(({ id, name }) => ({ value: id, label: name }))}
      everything={everything}
      isSearchable
      maxWidth={280}
    />
  )
}
