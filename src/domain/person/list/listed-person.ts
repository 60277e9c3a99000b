import type { ArrivalSource } from '../../arrival/arrival.ts'

/**
 * The states of people in the list. The first state that applies is shown: `suppressed` (no job writes to the address),
 * `writing` (a job has written and writes next), `waiting` (a job has written and waits), `answered`, or `idle`.
 */
export const personStatuses = ['suppressed', 'writing', 'waiting', 'answered', 'idle'] as const
export type PersonStatus = (typeof personStatuses)[number]

/** The fields by which people are sorted. */
export const personSorts = ['createdAt', 'name', 'company', 'email', 'source'] as const
export type PersonSort = (typeof personSorts)[number]

/** The source from which the first record of a person came. */
export interface PersonSource {
  readonly kind: ArrivalSource
  /** The API key that sent the record, with its name; null for other sources. */
  readonly apiKeyId: string | null
  readonly name: string | null
}

/** The source of the people in a selection: all people of one kind, or of one API key. */
export type SelectedSource = { readonly kind: ArrivalSource } | { readonly apiKeyId: string }

/** A person of an organization as the list of people shows them. */
export interface ListedPerson {
  /** A digest that identifies the person in the organization. It is the same as in events and audit entries. */
  readonly id: string
  /** The normalized address; null for a person who is known by the value of a match column. */
  readonly email: string | null
  readonly match: { readonly column: string; readonly value: string } | null
  readonly name: string | null
  readonly company: string | null
  /** The data tables with records of the person, at most 20. */
  readonly dataTables: readonly { readonly id: string; readonly name: string }[]
  /** The time when the first present record of the person arrived. */
  readonly createdAt: Date
  readonly lastMessageAt: Date | null
  /** The source of the first record; null if it is not known, or not shown to an API key that is limited to projects. */
  readonly source: PersonSource | null
  readonly status: PersonStatus
}

/** The conditions for people in a list, and the order of the list. */
export interface PeopleSelection {
  /** The texts that a record of the person must contain: see `searchedParts`. */
  readonly parts: readonly string[]
  /** The ids of the only people to list, also of people without records; null for all people with records. */
  readonly ids: readonly string[] | null
  readonly status: PersonStatus | null
  readonly dataTableId: string | null
  readonly source: SelectedSource | null
  readonly sort: PersonSort
  readonly descending: boolean
}
