import type { Reach } from '../../domain/account/reach.ts'
import { DomainError } from '../../domain/errors.ts'
import { type Event, type EventBatch, eventsOf } from '../../domain/event/event.ts'
import { firstNumberAt, numberOfEvent } from '../../domain/event/event-id.ts'
import { eventTypes } from '../../domain/event/event-type.ts'
import { knownTypes } from '../../domain/event/known-types.ts'
import { invalidCursor, type Page, type PageOf, pageOf } from '../../domain/page.ts'
import { momentOf } from '../../domain/time/moment.ts'
import type { EventStore } from '../../ports/event/events.ts'
import type { OrganizationTimes } from '../../ports/organization-times.ts'

export interface EventList {
  readonly reach: Reach
  /** The names of the wanted types; null for all. */
  readonly types: readonly string[] | null
  /** The id of an event, after which the list begins, or a time; null for all stored events. */
  readonly since: string | null
  readonly objects: readonly string[] | null
  readonly latestFirst: boolean
  /** Whether events of these types are written from now on, for `askedDays` days. */
  readonly asks: boolean
  /** The real time, also for a test organization. */
  readonly now: Date
  readonly page: Page
}

/** The days for which a subscription of a reader lasts after a request. */
export const requestedDays = 7
const dayMs = 86_400_000
/** The number of batches that one query reads. A batch has up to 500 events, so that this takes a few megabytes. */
const batchesAtOnce = 50
/** The number of batches that one query searches for objects. */
const searchedAtOnce = 2_000
/** The largest number of queries for one page. A page may therefore be short or empty and still have a next page. */
const maxQueries = 10
/** The milliseconds by which the clocks of two processes may differ. */
const clocksDifferMs = 60_000

/** Lists events in the order of their numbers, and subscribes to their types. */
export class ListEvents {
  readonly #events: EventStore
  readonly #times: OrganizationTimes

  constructor(events: EventStore, times: OrganizationTimes) {
    this.#events = events
    this.#times = times
  }

  async execute(list: EventList): Promise<PageOf<Event>> {
    const { reach, latestFirst, now, page, objects } = list
    const { organizationId } = reach
    const types = list.types === null ? eventTypes : knownTypes(list.types, '#query/types')
    const since = await this.#sinceOf(list)
    const cursor = numberIn(page)
    if (list.asks)
      await this.#events.ask(organizationId, types, new Date(now.getTime() + requestedDays * dayMs))
    await this.#events.number(organizationId)
    const search = {
      organizationId,
      types,
      latestFirst,
      objects,
      most: objects === null ? batchesAtOnce : searchedAtOnce,
    }
    const eventsInOrder = (batch: EventBatch) =>
      latestFirst ? eventsOf(batch).toReversed() : eventsOf(batch)
    const found: Event[] = []
    let range: NumberRange = { after: since.number, until: Number.MAX_SAFE_INTEGER }
    let next = cursor
    for (let queries = 0; queries < maxQueries && found.length <= page.limit; queries++) {
      if (next !== null) range = latestFirst ? { ...range, until: next } : { ...range, after: next }
      const result = await this.#events.search({ ...search, ...range })
      const read = result.batches.filter((batch) => isWithin(batch, reach)).flatMap(eventsInOrder)
      const wanted = read.filter((event) => isInRange(event, range) && isWanted(event, since.time, objects))
      found.push(...wanted)
      next = result.next
      if (next === null) break
    }
    const { items, next: cut } = pageOf(found, page, ({ number }) =>
      String(latestFirst ? number - 1 : number),
    )
    return { items, next: cut ?? (next === null ? null : String(next)) }
  }

  /**
   * Returns the number after which the list begins, and the time from which it shows events. The time of an event is
   * earlier than the time of its number, or on a test clock.
   */
  async #sinceOf({ since, reach: { organizationId } }: EventList): Promise<Since> {
    if (since === null) return { number: 0, time: null }
    const number = numberOfEvent(organizationId, since)
    if (number !== null) return { number, time: null }
    const time = momentOf(since)
    if (time === null) throw unknownEvent('#query/since')
    if (!(await this.#times.isReal(organizationId))) return { number: 0, time }
    return { number: Math.max(0, firstNumberAt(new Date(time.getTime() - clocksDifferMs))), time }
  }
}

interface Since {
  readonly number: number
  readonly time: Date | null
}

interface NumberRange {
  readonly after: number
  readonly until: number
}

/** Returns the error for the id of an event that is not of the organization. */
export function unknownEvent(pointer: string): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: 'The place to begin is neither the id of an event of this organization nor a time',
    errors: [
      {
        pointer,
        code: 'WRONG_FORM',
        message: 'must be the id of an event or a time with its offset from UTC (ISO 8601)',
      },
    ],
  })
}

/** Returns whether a caller may see a batch. A key that is limited to projects sees only events of these projects. */
export function isWithin({ projectId }: EventBatch, { projectIds }: Reach): boolean {
  return projectIds === null || (projectId !== null && projectIds.includes(projectId))
}

function isInRange({ number }: Event, { after, until }: NumberRange): boolean {
  return number > after && number <= until
}

function isWanted(event: Event, time: Date | null, objects: readonly string[] | null): boolean {
  return (time === null || event.createdAt >= time) && (objects === null || objects.includes(event.object.id))
}

function numberIn({ after }: Page): number | null {
  if (after === null) return null
  if (!/^\d{1,16}$/.test(after)) throw invalidCursor()
  return Number(after)
}
