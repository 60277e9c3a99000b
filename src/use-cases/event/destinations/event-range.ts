import type { DeliveredRange } from '../../../domain/event/destination/attempt.ts'
import {
  commonSelection,
  type Destination,
  type Selection,
} from '../../../domain/event/destination/destination.ts'
import { isSelected, requestedEvents } from '../../../domain/event/destination/event-request.ts'
import { type Event, type EventBatch, eventsOf } from '../../../domain/event/event.ts'
import type { EventStore } from '../../../ports/event/events.ts'

/** The events of an organization that a destination receives from a range of numbers. */
interface WantedEvents {
  readonly organizationId: string
  readonly selection: Selection
  /** The range begins after the event with this number. */
  readonly after: number
  /** The number of the last event of the range; undefined for no end. */
  readonly until?: number
}

/** The number of stored batches that are read at once. A batch has up to 500 events. */
const batchesAtOnce = 50

/** `EventRange` reads the events of a range in the order of their numbers, some at a time. */
export class EventRange {
  readonly #events: EventStore
  readonly #wanted: WantedEvents
  #batches: readonly EventBatch[] = []
  #readUpTo: number
  #isAtEnd = false
  #given: number
  #waiting: readonly Event[] = []

  constructor(events: EventStore, wanted: WantedEvents) {
    this.#events = events
    this.#wanted = wanted
    this.#readUpTo = wanted.after
    this.#given = wanted.after
  }

  /** The number up to which every event was returned, or is not selected. */
  get passed(): number {
    return this.#given
  }

  /** Whether the next events were read in advance. */
  get hasMoreInMemory(): boolean {
    return this.#waiting.length > 0 || this.#batches.length > 0
  }

  /** Returns the next events of the range, at most `most`; an empty list at its end. */
  async next(most: number): Promise<readonly Event[]> {
    const found: Event[] = []
    while (found.length < most) {
      if (this.#waiting.length === 0 && !(await this.#expandNext())) break
      const taken = this.#waiting.slice(0, most - found.length)
      this.#waiting = this.#waiting.slice(taken.length)
      found.push(...taken)
    }
    this.#given = found.at(-1)?.number ?? this.#readUpTo
    return found
  }

  /** Forgets events that were read in advance, so that they are read again. An erasure may have changed them. */
  reread(): void {
    this.#batches = []
    this.#waiting = []
    this.#readUpTo = this.#given
    this.#isAtEnd = false
  }

  /** Puts the events after a number back, because a request with them was not taken. */
  returnTo(number: number): void {
    this.#given = number
    this.reread()
  }

  /** Takes the events of the next stored batch. Returns false at the end of the range. */
  async #expandNext(): Promise<boolean> {
    const { organizationId, selection, after, until = Number.POSITIVE_INFINITY } = this.#wanted
    while (this.#waiting.length === 0) {
      if (this.#batches.length === 0) await this.#read()
      const [batch, ...rest] = this.#batches
      if (batch === undefined) return false
      this.#batches = rest
      const first = Math.max(after, this.#readUpTo)
      const last = batch.number + batch.objects.length - 1
      if (isSelected(selection, batch) && batch.organizationId === organizationId)
        this.#waiting = eventsOf(batch).filter(({ number }) => number > first && number <= until)
      this.#readUpTo = Math.max(this.#readUpTo, Math.min(last, until))
    }
    return true
  }

  async #read(): Promise<void> {
    if (this.#isAtEnd) return
    const { organizationId, selection, until } = this.#wanted
    const { types } = selection
    const after = this.#readUpTo
    const range = { organizationId, types, after, most: batchesAtOnce }
    this.#batches = await this.#events.batches(until === undefined ? range : { ...range, until })
    this.#isAtEnd = this.#batches.length < batchesAtOnce
  }
}

/** The events of a request to a destination, with their description. */
export interface RequestWithEvents {
  readonly events: readonly Event[]
  readonly requested: DeliveredRange
}

/**
 * Returns an earlier request again, with those of its events that the destination may receive by its present settings.
 * Null if no event is left, because the settings exclude all of them or they were deleted. A request with fewer events
 * has another `webhook-id`.
 */
export async function rebuiltRequest(
  reader: EventStore,
  destination: Destination,
  { firstNumber, lastNumber: until, count, selection: earlier }: DeliveredRange,
): Promise<RequestWithEvents | null> {
  const selection = commonSelection(earlier, destination)
  if (selection === null) return null
  const { organizationId } = destination
  const range = new EventRange(reader, { organizationId, selection, after: firstNumber - 1, until })
  const events = await range.next(count)
  return events.length === 0 ? null : { events, requested: requestedEvents(selection, events) }
}
