import type { Reach } from '../../domain/account/reach.ts'
import { type Event, eventsOf } from '../../domain/event/event.ts'
import { numberOfEvent } from '../../domain/event/event-id.ts'
import { type EventType, eventTypes } from '../../domain/event/event-type.ts'
import { knownTypes } from '../../domain/event/known-types.ts'
import type { Clock, ClockScope } from '../../ports/clock.ts'
import type { Events } from '../../ports/event/events.ts'
import { askedDays, isWithin, unknownEvent } from './list-events.ts'

export interface FollowedEvents {
  readonly reach: Reach
  readonly types: readonly string[] | null
  /** The id of the event after which to continue; null to begin now. */
  readonly after: string | null
}

const dayMs = 86_400_000
/** The milliseconds between two requests for the followed types. */
const askEveryMs = 3_600_000
const batchesAtOnce = 20

/** Begins to follow the events of an organization. Asks for their types as long as a client follows. */
export class FollowEvents {
  readonly #events: Events
  readonly #clock: Clock
  readonly #scope: ClockScope

  constructor(events: Events, clock: Clock, scope: ClockScope) {
    this.#events = events
    this.#clock = clock
    this.#scope = scope
  }

  async execute({ reach, types: names, after }: FollowedEvents): Promise<EventFollower> {
    const { organizationId } = reach
    const types = names === null ? eventTypes : knownTypes(names, '#query/types')
    const position = after === null ? null : numberOfEvent(organizationId, after)
    if (after !== null && position === null) throw unknownEvent('#header/Last-Event-ID')
    const now = () => this.#scope.outside(() => this.#clock.now())
    const follower = new EventFollower(this.#events, reach, types, now)
    await follower.begin(position)
    return follower
  }
}

/** A reader that has read the events of an organization up to a number. */
export class EventFollower {
  readonly #events: Events
  readonly #reach: Reach
  readonly #types: readonly EventType[]
  readonly #now: () => Date
  #position = 0
  #askedAt = 0

  constructor(events: Events, reach: Reach, types: readonly EventType[], now: () => Date) {
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

  /** Returns the next events; none if there are none yet. May be called again at once while it returns some. */
  async next(): Promise<readonly Event[]> {
    await this.#ask()
    const { organizationId } = this.#reach
    await this.#events.number(organizationId)
    for (;;) {
      const after = this.#position
      const range = { organizationId, types: this.#types, after, most: batchesAtOnce }
      const batches = await this.#events.batches(range)
      const last = batches.at(-1)
      if (last === undefined) return []
      this.#position = last.number + last.count - 1
      const seen = batches.filter((batch) => isWithin(batch, this.#reach)).flatMap(eventsOf)
      const found = seen.filter(({ number }) => number > after)
      if (found.length > 0) return found
    }
  }

  async #ask(): Promise<void> {
    const now = this.#now()
    if (now.getTime() - this.#askedAt < askEveryMs) return
    const until = new Date(now.getTime() + askedDays * dayMs)
    await this.#events.ask(this.#reach.organizationId, this.#types, until)
    this.#askedAt = now.getTime()
  }
}
