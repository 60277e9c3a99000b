import type { EventType } from '../../../../src/domain/event/event-type.ts'

/** A program that reads the events of an organization, and continues after the last event that it has processed. */
export class EventReader {
  readonly name: string
  /** The types that it reads; null for all. */
  readonly types: readonly EventType[] | null
  /** The id of the last event that it has processed; null before the first one. */
  since: string | null = null
  /** The number of that event. */
  last = 0
  /** Whether it waits for an answer. */
  isReading = false
  /** The numbers of the events that were out of order since the last check of the promises. */
  readonly outOfOrder: number[] = []
  readonly #read = new Set<number>()

  constructor(name: string, types: readonly EventType[] | null) {
    this.name = name
    this.types = types
  }

  process(id: string, number: number): void {
    if (number <= this.last) this.outOfOrder.push(number)
    this.#read.add(number)
    this.since = id
    this.last = number
  }

  hasRead(number: number): boolean {
    return this.#read.has(number)
  }
}
