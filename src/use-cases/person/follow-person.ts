import type { Reach, Thing } from '../../domain/account/reach.ts'
import { visibleStatusOf } from '../../domain/arrival/arrival-status.ts'
import type { KnownSuppression } from '../../domain/contact/suppression.ts'
import { emailOf } from '../../domain/email-address.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import { ownAddressesIn } from '../../domain/person/address-cells.ts'
import type { PersonIdentity, PersonQuery } from '../../domain/person/person-query.ts'
import {
  type LeadItem,
  type RemovalRequest,
  removalRequestOf,
  timelineOf,
  type UpcomingStep,
  upcomingSteps,
} from '../../domain/person/person-trace.ts'
import { type TimelineItem, timelinePage } from '../../domain/person/timeline.ts'
import type { LoggedMessage } from '../../domain/sender/message/logged-message.ts'
import type { ContactRuleStore, PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { PersonRecord, PersonStore } from '../../ports/person/people.ts'
import type { MessageLog } from '../../ports/sender/message/message-log.ts'
import type { ProjectStore } from '../../ports/table/projects.ts'
import type { Timers } from '../../ports/timers.ts'
import type { ArrivalsOfPerson } from './arrivals-of-person.ts'

export interface FollowPersonQuery {
  /** The organization, and the projects to which an API key is limited. */
  readonly reach: Reach
  readonly sought: PersonQuery
  readonly page: Page
}

export interface FollowedPerson extends PageOf<TimelineItem> {
  /** The person's address; null for a person who is known by a value of records without an address. */
  readonly email: string | null
  readonly suppression: KnownSuppression | null
  /** The latest reply in which the person asked for no more mail; null if there is none. */
  readonly removalRequest: RemovalRequest | null
  /**
   * The ids by which events name the person: the digest of the address and the ids of the person's records, newest
   * first. At most 100, which is what one request for events takes.
   */
  readonly eventObjects: readonly string[]
  /** The newest record of the person with its cells; null if the person has no records. */
  readonly newestRecord: Pick<PersonRecord, 'dataTableId' | 'recordId' | 'data'> | null
  /** The steps at which jobs that still run have records of the person, soonest first. */
  readonly upcomingSteps: readonly UpcomingStep[]
  /**
   * Whether everything about the person was found. False if they have more than 1,000 records or too many
   * held and refused requests, or if a search took too long.
   */
  readonly isComplete: boolean
}

/**
 * The largest number of the person's records that are read. An address in more records is probably a
 * colleague's, repeated in every row.
 */
const maxRecords = 1_000
const maxEventObjects = 100
/** The largest number of messages to the person that the timeline shows. */
const maxMessages = 500
/** The largest number of suppression events of the person that the timeline shows, newest first. */
const maxEvents = 500
/** The largest number of held and refused requests about the person that the timeline shows. */
const maxLeads = 500
/** The longest time in milliseconds for searching the tables of an organization for a person. */
const maxSearchMs = 15_000
const maxLeadsMs = 5_000

/**
 * Returns the timeline of a person: everything that happened to them, over all tables of the organization.
 */
export class FollowPerson {
  readonly #people: PersonStore
  readonly #contactRules: ContactRuleStore
  readonly #messages: MessageLog
  readonly #arrivals: ArrivalsOfPerson
  readonly #projects: ProjectStore
  readonly #digests: PersonDigests
  readonly #timers: Timers

  constructor(
    people: PersonStore,
    contactRules: ContactRuleStore,
    messages: MessageLog,
    arrivals: ArrivalsOfPerson,
    projects: ProjectStore,
    digests: PersonDigests,
    timers: Timers,
  ) {
    this.#people = people
    this.#contactRules = contactRules
    this.#messages = messages
    this.#arrivals = arrivals
    this.#projects = projects
    this.#digests = digests
    this.#timers = timers
  }

  async execute({ reach, sought, page }: FollowPersonQuery): Promise<FollowedPerson> {
    const { organizationId } = reach
    if ('email' in sought)
      return this.#follow(reach, { address: emailOf(sought.email), value: null }, [], true, page)
    const { column, value } = sought
    const having = await this.#gather(this.#people.recordsHaving(organizationId, column, value))
    const reached = await this.#reached(reach, having.records, thingOf)
    // Leaves out the records of people with an address, who may share the value, such as the phone number of a company.
    const records = reached.filter(({ data }) => ownAddressesIn(data).length === 0)
    const person = { address: null, value: { column, text: value } }
    return this.#follow(reach, person, records, having.isComplete, page)
  }

  async #follow(
    reach: Reach,
    person: PersonIdentity,
    known: readonly PersonRecord[],
    isKnownComplete: boolean,
    page: Page,
  ): Promise<FollowedPerson> {
    const { address } = person
    const { organizationId, projectIds } = reach
    const found =
      address === null
        ? { records: [], isComplete: true }
        : await this.#gather(this.#people.recordsOf(organizationId, address))
    // Adds the records that the search by another value, such as a phone number, has found, even if they have
    // no address.
    const records = new Map(
      [...known, ...found.records].map((personRecord) => [placeOf(personRecord), personRecord] as const),
    )
    const [trace, suppression, events, messages, leads] = await Promise.all([
      this.#people.historyOf(organizationId, address, [...records.values()]),
      address === null ? null : this.#contactRules.suppressionOf(organizationId, address),
      address === null ? [] : this.#contactRules.suppressionEvents(organizationId, address, maxEvents),
      address === null ? [] : this.#messagesTo(organizationId, address),
      this.#leadsOf(organizationId, person),
    ])
    const isComplete = isKnownComplete && found.isComplete && leads.isComplete
    const beside = { suppression, events, messages, leads: leads.items }
    const items = await this.#reached(reach, timelineOf(trace, beside, address), thingOf)
    const reachable = await this.#reached(reach, [...records.values()], thingOf)
    const newest = reachable.toSorted((a, b) => Number(b.recordId) - Number(a.recordId))
    const eventObjects = await this.#eventObjects(organizationId, address, newest)
    const facts = {
      suppression: projectIds === null ? suppression : null,
      removalRequest: removalRequestOf(await this.#reached(reach, trace.contacts, thingOf)),
      eventObjects,
      newestRecord: newest[0] ?? null,
      upcomingSteps: upcomingSteps(await this.#reached(reach, trace.passages, thingOf)),
    }
    return { email: address, ...facts, isComplete, ...timelinePage(items, page) }
  }

  /** Returns the ids by which events name a person with these records, which are sorted. */
  async #eventObjects(
    organizationId: string,
    address: string | null,
    newest: readonly PersonRecord[],
  ): Promise<readonly string[]> {
    const digest = address === null ? null : await this.#digests.known(organizationId, address)
    const ids = newest.map(({ recordId }) => recordId)
    return [...(digest === null ? [] : [digest]), ...ids].slice(0, maxEventObjects)
  }

  /**
   * Returns the held and refused requests that contain the person. Decrypts their bodies one by one, for at
   * most 5 seconds.
   */
  async #leadsOf(organizationId: string, person: PersonIdentity) {
    const items: LeadItem[] = []
    const until = this.#timers.elapsedMs() + maxLeadsMs
    const isLate = () => this.#timers.elapsedMs() > until
    for await (const { arrival } of this.#arrivals.of(organizationId, person, isLate)) {
      const { id, dataTableId, receivedAt, requestId, status, code } = arrival
      const kind = visibleStatusOf(status)
      if (kind === 'held' || kind === 'refused')
        items.push({ kind, at: receivedAt, arrivalId: id, dataTableId, requestId, code })
      if (items.length >= maxLeads) return { items, isComplete: false }
    }
    return { items, isComplete: !isLate() }
  }

  /**
   * Leaves out what an API key that is limited to projects may not see: everything of other projects, and what
   * is about the address in the whole organization, such as a suppression.
   */
  async #reached<Item>(
    reach: Reach,
    items: readonly Item[],
    thing: (item: Item) => Thing | null,
  ): Promise<readonly Item[]> {
    if (reach.projectIds === null) return items
    const things = new Map(items.flatMap((item) => thing(item) ?? []).map((one) => [nameOf(one), one]))
    const held = await this.#projects.hold(reach, [...things.values()])
    const reached = new Set([...things.keys()].filter((_, index) => held[index]))
    return items.filter((item) => {
      const one = thing(item)
      return one !== null && reached.has(nameOf(one))
    })
  }

  async #messagesTo(organizationId: string, address: string): Promise<readonly LoggedMessage[]> {
    const filter = { address }
    const newest = { limit: maxMessages, after: null }
    return (await this.#messages.list(organizationId, filter, newest)).items
  }

  async #gather(chunks: AsyncIterable<readonly PersonRecord[]>) {
    const until = this.#timers.elapsedMs() + maxSearchMs
    const records: PersonRecord[] = []
    for await (const chunk of chunks) {
      records.push(...chunk)
      const isLate = this.#timers.elapsedMs() > until
      if (records.length > maxRecords || isLate)
        return { records: records.slice(0, maxRecords), isComplete: false }
    }
    return { records, isComplete: true }
  }
}

const placeOf = ({ dataTableId, recordId }: PersonRecord) => `${dataTableId} ${recordId}`

/** Returns the job of an event or record of a person, or else its data table; null if it has neither. */
function thingOf(item: object): Thing | null {
  const { jobId, dataTableId } = item as { readonly jobId?: string; readonly dataTableId?: string | null }
  if (jobId !== undefined) return { kind: 'job', id: jobId }
  return dataTableId == null ? null : { kind: 'dataTable', id: dataTableId }
}

const nameOf = ({ kind, id }: Thing) => `${kind} ${id}`
