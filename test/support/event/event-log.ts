import { type Event, eventsOf } from '../../../src/domain/event/event.ts'
import { type EventType, eventTypes } from '../../../src/domain/event/event-type.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import type { World } from '../world.ts'

/** `EventLog` asks for event types of an organization, so that a test can read the events that it causes. */
export class EventLog {
  readonly #events: EventStore
  readonly #organizationId: string
  #after = 0

  private constructor(events: EventStore, organizationId: string) {
    this.#events = events
    this.#organizationId = organizationId
  }

  static async of(world: World, organizationId: string, types: readonly EventType[] = eventTypes) {
    const events = world.container.get(EventStore)
    await events.ask(organizationId, types, new Date('2100-01-01T00:00:00.000Z'))
    const log = new EventLog(events, organizationId)
    await log.next()
    return log
  }

  /** Returns the events of some types that were written since the last call, in the order of their numbers. */
  async next(...types: readonly EventType[]): Promise<readonly Event[]> {
    const organizationId = this.#organizationId
    await this.#events.number(organizationId)
    const wanted = { organizationId, types: eventTypes, after: this.#after, most: 10_000 }
    const found = (await this.#events.batches(wanted)).flatMap(eventsOf)
    this.#after = found.at(-1)?.number ?? this.#after
    return types.length === 0 ? found : found.filter(({ type }) => types.includes(type))
  }
}
