import type { ArrivalSource } from '../../arrival/arrival.ts'
import { revisionOfContent } from '../../revision.ts'
import type { PersonSort, PersonStatus } from './listed-person.ts'

/** The columns of the list of people that a view can hide. */
export const personColumns = [
  'status',
  'company',
  'dataTables',
  'source',
  'lastMessageAt',
  'createdAt',
] as const
type PersonColumn = (typeof personColumns)[number]

/** The search, the filters and the order of the list of people, as requests name them. Absent fields filter nothing. */
export interface PeopleFilter {
  readonly q?: string
  readonly status?: PersonStatus
  readonly dataTableId?: string
  readonly source?: ArrivalSource
  readonly apiKeyId?: string
  readonly column?: string
  readonly value?: string
  readonly sort?: PersonSort
  readonly order?: 'asc' | 'desc'
}

/** A search of the list of people that is saved under a name for all members of the organization. */
export interface PeopleView {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly filter: PeopleFilter
  /** The visible columns in the console; null for the default columns. */
  readonly columns: readonly PersonColumn[] | null
  readonly createdAt: Date
}

/** Returns the revision of what people change of a view. */
export function revisionOfPeopleView({ name, filter, columns }: PeopleView): number {
  return revisionOfContent({ name, filter, columns })
}
