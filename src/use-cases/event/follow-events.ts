import type { Reach } from '../../domain/account/reach.ts'
import { type Event, type EventBatch, eventsOf } from '../../domain/event/event.ts'
import { numberOfEvent } from '../../domain/event/event-id.ts'
import { type EventType, eventTypes } from '../../domain/event/event-type.ts'
import { knownTypes } from '../../domain/event/known-types.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EventStore } from '../../ports/event/events.ts'
import { isWithin, requestedDays, unknownEvent } from './list-events.ts'

export interface FollowedEvents {
  readonly reach: Reach
  readonly types: readonly string[] | null
  /** The id of the event after which to continue; null to begin now. */
  readonly after: string | null
}

const dayMs = 86_400_000
/** The milliseconds between two requests for the followed types. */
const askEveryMs = 3_600_000
/**
 * The number of batches that one query reads. A batch has one event in most cases, so fewer batches would cost a client
 * that reads fast more queries.
 */
const batchesAtOnce = 20
/** The number of events that makes a list long enough. The last batch can make it longer, up to 999 events. */
const enoughEvents = 500

/** Begins to follow the events of an organization. Asks for their types as long as a client follows. */
export class FollowEvents {
  readonly #events: EventStore
  readonly #clock: Clock

  constructor(events: EventStore, clock: Clock) {
    this.#events = events
    this.#clock = clock
  }

  async execute({ reach, types: names, after }: FollowedEvents): Promise<EventFollower> {
    const { organizationId } = reach
    const types = names === null ? eventTypes : knownTypes(names, '#query/types')
    const position = after === null ? null : numberOfEvent(organizationId, after)
    if (after !== null && position === null) throw unknownEvent('#header/Last-Event-ID')
    const now = () => this.#clock.realNow()
    const follower = new EventFollower(this.#events, reach, types, now)
    await follower.begin(position)
    return follower
  }
}

/** A reader that has read the events of an organization up to a number. */
export class EventFollower {
  readonly #events: EventStore
  readonly #reach: Reach
  readonly #types: readonly EventType[]
  readonly #now: () => Date
  /** The batches that were read and not returned yet, in order. */
  #batches: readonly EventBatch[] = []
  #position = 0
  #requestedAt = 0

  constructor(events: EventStore, reach: Reach, types: readonly EventType[], now: () => Date) {
    this.#events = events
    this.#reach = reach
    this.#types = types
    this.#now = now
  }

  /** Takes the position after which to read; null for the last event until now. */
  async begin(position: number | null): Promise<void> {
    await this.#ask()
    if (position === null) await this.#events.number(this.#reach.organizationId)
    this.#position = position ?? (await this.#events.lastNumber(this.#reach.organizationId))
  }

  /**
   * Returns the next events; none if there are none yet. May be called again at once while it returns some. Returns
   * few events at once, because a slow client keeps them in memory, where a batch takes more as single events.
   */
  async next(): Promise<readonly Event[]> {
    for (;;) {
      if (this.#batches.length === 0) this.#batches = await this.#read()
      if (this.#batches.length === 0) return []
      const found = this.#takeSome()
      if (found.length > 0) return found
    }
  }

  /** Takes batches until they have at least `enoughEvents` events within the reach, or none is left. */
  #takeSome(): readonly Event[] {
    const found: Event[] = []
    let taken = 0
    for (const batch of this.#batches) {
      if (found.length >= enoughEvents) break
      const after = this.#position
      this.#position = batch.number + batch.count - 1
      taken++
      if (isWithin(batch, this.#reach)) found.push(...eventsOf(batch).filter(({ number }) => number > after))
    }
    this.#batches = this.#batches.slice(taken)
    return found
  }

  async #read(): Promise<readonly EventBatch[]> {
    await this.#ask()
    const { organizationId } = this.#reach
    await this.#events.number(organizationId)
    const range = { organizationId, types: this.#types, after: this.#position, most: batchesAtOnce }
    return this.#events.batches(range)
  }

  async #ask(): Promise<void> {
    const now = this.#now()
    if (now.getTime() - this.#requestedAt < askEveryMs) return
    const until = new Date(now.getTime() + requestedDays * dayMs)
    await this.#events.ask(this.#reach.organizationId, this.#types, until)
    this.#requestedAt = now.getTime()
  }
}
