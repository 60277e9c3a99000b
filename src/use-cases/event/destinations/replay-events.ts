import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import { firstNumberAt, numberOfEvent } from '../../../domain/event/event-id.ts'
import { eventTypes } from '../../../domain/event/event-type.ts'
import { momentOf } from '../../../domain/time/moment.ts'
import type { EventStore, FoundBatches } from '../../../ports/event/events.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { OrganizationTimes } from '../../../ports/organization-times.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedDestination, subjectOf } from './destination-changes.ts'

export interface ReplayEventsCommand {
  readonly reach: Reach
  readonly destinationId: string
  /** The id of the first event to send again, or the time from which events are sent again (ISO 8601, with its offset). */
  readonly since: string
  /** The id of the last event to send again, or the time before which events are sent again; null for the present. */
  readonly until: string | null
  readonly by: Actor
}

/** The largest number of replays that a destination can have at once. */
const maxReplays = 5

/** The number of batches that one query for a time on a test clock reads. A batch may have 500 events. */
const readAtOnce = 50

/** Sends past events to a destination again, beside its new events. */
export class ReplayEvents {
  readonly #unitOfWork: UnitOfWork
  readonly #events: EventStore
  readonly #times: OrganizationTimes
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, events: EventStore, times: OrganizationTimes, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#events = events
    this.#times = times
    this.#ids = ids
  }

  async execute({ reach, destinationId, since, until, by }: ReplayEventsCommand): Promise<void> {
    const { organizationId } = reach
    const position = (await this.#numberOf(organizationId, since, '/since')) - 1
    const end = until === null ? null : await this.#lastOf(organizationId, until)
    await this.#unitOfWork.run(async (tx) => {
      const destination = await lockedDestination(tx, reach, destinationId)
      if ((await tx.destinations.replaysOf(destinationId)) >= maxReplays) throw tooMany()
      // Ends at the events that the destination has received, because it receives later ones anyway.
      const last = Math.min(end ?? destination.position, destination.position)
      if (last > position)
        await tx.destinations.addReplay({
          id: this.#ids.next(),
          organizationId,
          destinationId,
          position,
          until: last,
        })
      await tx.destinations.save({ ...destination, revision: destination.revision + 1 })
      await tx.audit.add({
        action: 'destination.replayed',
        organizationId,
        by,
        subject: subjectOf(destination),
        after: { since, ...(until === null ? {} : { until }) },
      })
    })
  }

  /** Returns the number of the last event of a range that ends with an event id, or before a time. */
  async #lastOf(organizationId: string, until: string): Promise<number> {
    const number = await this.#numberOf(organizationId, until, '/until')
    return momentOf(until) === null ? number : number - 1
  }

  async #numberOf(organizationId: string, text: string, pointer: string): Promise<number> {
    const time = momentOf(text)
    if (time !== null) return this.#firstAt(organizationId, time)
    const number = numberOfEvent(organizationId, text)
    if (number !== null) return number
    const message =
      'must be a time with its offset from UTC (ISO 8601), or the id of an event of this organization'
    throw new DomainError('VALIDATION_FAILED', {
      message: `${pointer.slice(1)} ${message}`,
      errors: [{ pointer, code: 'WRONG_FORM', message }],
    })
  }

  /**
   * Returns the number of the first event from a time on. Numbers contain the real time, so in a test organization,
   * whose events have the time of its test clock, the first event is searched.
   */
  async #firstAt(organizationId: string, time: Date): Promise<number> {
    if (await this.#times.isReal(organizationId)) return firstNumberAt(time)
    const search = {
      organizationId,
      types: eventTypes,
      objects: null,
      latestFirst: false,
      most: readAtOnce,
    }
    let after: number | null = 0
    while (after !== null) {
      const found: FoundBatches = await this.#events.search({
        ...search,
        after,
        until: Number.MAX_SAFE_INTEGER,
      })
      const first = found.batches.find(({ createdAt }) => createdAt >= time)
      if (first !== undefined) return first.number
      after = found.next
    }
    return Number.MAX_SAFE_INTEGER
  }
}

function tooMany(): DomainError {
  const message = `The destination already has ${maxReplays} replays; wait until one has ended`
  return new DomainError('CONFLICT', { message })
}
