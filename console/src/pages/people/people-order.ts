import type { PeopleFilter } from '../../api/person/people.ts'
import type { PeopleView } from '../../api/schema.ts'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import type { SortableHeading, SortDirection } from '../../components/table/sort-heading.tsx'
import { t } from '../../languages/text.ts'

/** The orders of the list of people as parameters of the page's URL. Without one, the newest people come first. */
export const peopleOrders = [
  { value: 'name', label: t('Name') },
  { value: '-name', label: t('Name, Z to A') },
  { value: 'company', label: t('Company') },
  { value: '-company', label: t('Company, Z to A') },
  { value: 'email', label: t('Address') },
  { value: '-email', label: t('Address, Z to A') },
  { value: 'source', label: t('Source') },
  { value: '-source', label: t('Source, Z to A') },
  { value: 'oldest', label: t('Oldest first') },
] as const

type PeopleOrder = (typeof peopleOrders)[number]['value']

/** Returns the order that the page's URL names; undefined if the newest people come first. */
export function usePeopleOrder(): PeopleOrder | undefined {
  const [written] = useSearchParam('sort')
  return oneOf(
    peopleOrders.map(({ value }) => value),
    written,
  )
}

/** Returns an order as the API names it. */
export function sortOf(order: PeopleOrder | undefined): Pick<PeopleFilter, 'sort' | 'order'> {
  switch (order) {
    case undefined:
      return {}
    case 'oldest':
      return { order: 'asc' }
    case 'name':
    case 'company':
    case 'email':
    case 'source':
      return { sort: order }
    default:
      return { sort: order.slice(1) as NonNullable<PeopleFilter['sort']>, order: 'desc' }
  }
}

/** Returns the order of a view as a parameter of the page's URL. */
export function orderParamOf({ sort, order }: PeopleView['filter']): PeopleOrder | undefined {
  if (sort === undefined || sort === 'createdAt') return order === 'asc' ? 'oldest' : undefined
  return order === 'desc' ? `-${sort}` : sort
}

/** For each column that orders the list, the directions of its orders. The first order is that of the first click. */
const directions = {
  person: { name: 'ascending', '-name': 'descending', email: 'ascending', '-email': 'descending' },
  company: { company: 'ascending', '-company': 'descending' },
  source: { source: 'ascending', '-source': 'descending' },
  createdAt: { newest: 'descending', oldest: 'ascending' },
} as const satisfies Readonly<
  Record<string, Readonly<Partial<Record<PeopleOrder | 'newest', SortDirection>>>>
>

export type OrderingColumn = keyof typeof directions

/** Returns a function that makes the heading of a column sort the list; each click takes the next of two directions. */
export function useOrderingHeadings(): (column: OrderingColumn, label: string) => SortableHeading {
  const order = usePeopleOrder() ?? 'newest'
  const [, setOrder] = useSearchParam('sort')
  return (column, label) => {
    const ofColumn: Readonly<Partial<Record<PeopleOrder | 'newest', SortDirection>>> = directions[column]
    const direction = ofColumn[order] ?? 'none'
    const [first, second] = Object.keys(ofColumn)
    const next = order === first ? second : first
    return { label, direction, onSort: () => setOrder(next === 'newest' ? undefined : next) }
  }
}
