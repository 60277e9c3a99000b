import type { Reach } from '../../domain/account/reach.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type {
  ListedPerson,
  PersonSort,
  PersonStatus,
  SelectedSource,
} from '../../domain/person/list/listed-person.ts'
import { searchedParts } from '../../domain/person/list/people-search.ts'
import type { PersonQuery } from '../../domain/person/person-query.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ContactRuleStore, PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { PersonRecord, PersonStore } from '../../ports/person/people.ts'
import type { PeopleList } from '../../ports/person/people-list.ts'
import type { MessageLog } from '../../ports/sender/message/message-log.ts'
import type { Timers } from '../../ports/timers.ts'
import type { ArrivalsOfPerson } from './arrivals-of-person.ts'

export interface ListPeopleQuery {
  /** The organization, and the projects to which an API key is limited. */
  readonly reach: Reach
  /** A text that the address, the name or the company contains; empty for all people. */
  readonly q: string
  /** The address of a person, in any spelling. A text that is no whole address is searched like `q`. */
  readonly email: string | null
  /** A column and its value in records of the person, such as a phone number. */
  readonly cell: { readonly column: string; readonly value: string } | null
  readonly status: PersonStatus | null
  readonly dataTableId: string | null
  readonly source: SelectedSource | null
  readonly sort: PersonSort
  readonly descending: boolean
  readonly page: Page
}

export interface PeoplePage extends PageOf<ListedPerson> {
  /** Whether all records are in the list. If false, a runtime is still entering records that arrived or changed. */
  readonly isComplete: boolean
}

/** The highest number of records with a value by which people are found. */
const maxRecords = 1_000
/** The longest time in milliseconds for which the tables, and then the held bodies, are searched for an address. */
const maxSearchMs = 5_000

/** Lists the people of an organization, and finds people by their address or by a value in their records. */
export class ListPeople {
  readonly #list: PeopleList
  readonly #people: PersonStore
  readonly #digests: PersonDigests
  readonly #contactRules: ContactRuleStore
  readonly #messages: MessageLog
  readonly #arrivals: ArrivalsOfPerson
  readonly #clock: Clock
  readonly #timers: Timers

  constructor(
    list: PeopleList,
    people: PersonStore,
    digests: PersonDigests,
    contactRules: ContactRuleStore,
    messages: MessageLog,
    arrivals: ArrivalsOfPerson,
    clock: Clock,
    timers: Timers,
  ) {
    this.#list = list
    this.#people = people
    this.#digests = digests
    this.#contactRules = contactRules
    this.#messages = messages
    this.#arrivals = arrivals
    this.#clock = clock
    this.#timers = timers
  }

  async execute(query: ListPeopleQuery): Promise<PeoplePage> {
    const { reach, q, email, cell, status, dataTableId, source, sort, descending, page } = query
    if (reach.projectIds !== null && (sort === 'name' || sort === 'company'))
      throw refusedToKey('sort', `sort people by ${sort}`)
    if (reach.projectIds !== null && (sort === 'source' || source !== null))
      throw refusedToKey(sort === 'source' ? 'sort' : 'source', 'select or sort people by their source')
    const { organizationId } = reach
    const isComplete = await this.#list.catchUp(organizationId)
    const address = email === null ? null : normalizedEmail(email)
    const text = email !== null && address === null ? `${q} ${email}` : q
    const ids =
      address !== null
        ? [await this.#digests.of(organizationId, address)]
        : cell !== null
          ? await this.#peopleWith(organizationId, cell.column, cell.value)
          : null
    const selection = { parts: searchedParts(text), ids, status, dataTableId, source, sort, descending }
    const answer = await this.#list.list({ reach, selection, page })
    const [id] = ids ?? []
    const isPlain = selection.parts.length === 0 && status === null && dataTableId === null && source === null
    const mayBeElsewhere = address !== null && isPlain && reach.projectIds === null && page.after === null
    if (id === undefined || !mayBeElsewhere || answer.items.length > 0) return { ...answer, isComplete }
    if (!(await this.#hasTraces(organizationId, address))) return { ...answer, isComplete }
    await this.#list.noteAddress(organizationId, id, address, this.#clock.now())
    return { ...(await this.#list.list({ reach, selection, page })), isComplete }
  }

  /** Returns a person as the list shows them; null for an unknown id. */
  async find(reach: Reach, id: string): Promise<ListedPerson | null> {
    const ofOne = { parts: [], ids: [id], status: null, dataTableId: null, source: null }
    const selection = { ...ofOne, sort: 'createdAt', descending: true } as const
    const { items } = await this.#list.list({ reach, selection, page: { limit: 1, after: null } })
    return items[0] ?? null
  }

  /** Returns how a person of the organization is known; throws NOT_FOUND for an unknown id. */
  async identityOf(organizationId: string, id: string): Promise<PersonQuery> {
    const identity = await this.#list.identityOf(organizationId, id)
    if (identity !== null) return identity
    // The id may be of a person whose records have just arrived, for example from an event.
    await this.#list.catchUp(organizationId)
    const newIdentity = await this.#list.identityOf(organizationId, id)
    if (newIdentity === null) throw noPerson()
    return newIdentity
  }

  /** Returns the ids of the people whose records have the value in the column. */
  async #peopleWith(organizationId: string, column: string, value: string): Promise<readonly string[]> {
    const records: PersonRecord[] = []
    const until = this.#timers.elapsedMs() + maxSearchMs
    for await (const chunk of this.#people.recordsHaving(organizationId, column, value)) {
      records.push(...chunk)
      if (records.length >= maxRecords || this.#timers.elapsedMs() > until) break
    }
    return this.#list.peopleOf(records.slice(0, maxRecords))
  }

  /**
   * Returns whether anything is stored about an address that identifies no record: a suppression, a message, a cell of
   * another record or a held body.
   */
  async #hasTraces(organizationId: string, address: string): Promise<boolean> {
    const suppression = await this.#contactRules.suppressionOf(organizationId, address)
    // Leaves out a suppression by digest. It belongs to an erased person, whose address must not be stored again.
    if (suppression !== null && suppression.id !== null) return true
    if ((await this.#contactRules.suppressionEvents(organizationId, address, 1)).length > 0) return true
    const filter = { address }
    const messages = await this.#messages.list(organizationId, filter, { limit: 1, after: null })
    if (messages.items.length > 0) return true
    const { contacts } = await this.#people.historyOf(organizationId, address, [])
    if (contacts.length > 0) return true
    const until = this.#timers.elapsedMs() + maxSearchMs
    for await (const chunk of this.#people.recordsOf(organizationId, address)) {
      if (chunk.length > 0) return true
      if (this.#timers.elapsedMs() > until) break
    }
    const person = { address, value: null }
    const end = this.#timers.elapsedMs() + maxSearchMs
    const isLate = () => this.#timers.elapsedMs() > end
    for await (const _ of this.#arrivals.of(organizationId, person, isLate)) return true
    return false
  }
}

export function noPerson(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Person not found' })
}

/** Refuses a list that would show facts from other projects to an API key that is limited to projects. */
function refusedToKey(field: 'sort' | 'source', action: string): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: sentence('An API key that is limited to projects cannot {action}', { action }),
    errors: [{ pointer: `#query/${field}`, code: 'NOT_ALLOWED' }],
  })
}
