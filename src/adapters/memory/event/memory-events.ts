import type { EventBatch } from '../../../domain/event/event.ts'
import { firstNumberAt } from '../../../domain/event/event-id.ts'
import type { EventType } from '../../../domain/event/event-type.ts'
import type { Clock, ClockScope } from '../../../ports/clock.ts'
import {
  type BatchesToRead,
  type EventSearch,
  Events,
  type FoundBatches,
} from '../../../ports/event/events.ts'
import { interestKey, type MemoryStore } from '../store.ts'
import { wakeDestinations } from './wake-destinations.ts'

export class MemoryEvents extends Events {
  readonly #store: MemoryStore
  readonly #clock: Clock
  readonly #scope: ClockScope

  constructor(store: MemoryStore, clock: Clock, scope: ClockScope) {
    super()
    this.#store = store
    this.#clock = clock
    this.#scope = scope
  }

  override async number(organizationId: string): Promise<void> {
    const now = this.#scope.outside(() => this.#clock.now())
    const last = this.#store.lastEventNumbers.get(organizationId) ?? 0
    let number = Math.max(last + 1, firstNumberAt(now))
    for (const [id, batch] of this.#store.newEvents) {
      if (batch.organizationId !== organizationId) continue
      this.#store.newEvents.delete(id)
      this.#store.events.push({ ...batch, number })
      number += batch.objects.length
      this.#store.lastEventNumbers.set(organizationId, number - 1)
      wakeDestinations(this.#store, organizationId, batch.type, now)
    }
  }

  override async unnumbered(after: string | null, most: number): Promise<readonly string[]> {
    const ids = new Set([...this.#store.newEvents.values()].map(({ organizationId }) => organizationId))
    return [...ids]
      .filter((id) => after === null || id > after)
      .toSorted()
      .slice(0, most)
  }

  override async batches(wanted: BatchesToRead): Promise<readonly EventBatch[]> {
    return this.#inRange(wanted).slice(0, wanted.most)
  }

  override async search(wanted: EventSearch): Promise<FoundBatches> {
    const { latestFirst, objects, most } = wanted
    const inRange = this.#inRange(wanted)
    const looked = (latestFirst ? inRange.toReversed() : inRange).slice(0, most)
    const last = looked.length === most ? looked.at(-1) : undefined
    return {
      batches: looked.filter((batch) => objects === null || batch.objects.some((id) => objects.includes(id))),
      next: last === undefined ? null : latestFirst ? last.number - 1 : last.number + last.count - 1,
    }
  }

  override async lastNumber(organizationId: string): Promise<number> {
    return this.#store.lastEventNumbers.get(organizationId) ?? 0
  }

  #inRange(wanted: BatchesToRead): readonly EventBatch[] {
    const { organizationId, types, after, until = Number.MAX_SAFE_INTEGER } = wanted
    return this.#store.events.filter(
      (batch) =>
        batch.organizationId === organizationId &&
        types.includes(batch.type) &&
        batch.number + batch.count - 1 > after &&
        batch.number <= until,
    )
  }

  override async ask(organizationId: string, types: readonly EventType[], until: Date): Promise<void> {
    for (const type of types) {
      const key = interestKey(organizationId, type)
      const before = this.#store.eventInterests.get(key)
      if (before !== undefined && (before.until === null || before.until > until)) continue
      this.#store.eventInterests.set(key, { organizationId, type, until })
    }
  }

  override async asked(organizationId: string): Promise<readonly EventType[]> {
    return [...this.#store.eventInterests.values()]
      .filter((one) => one.organizationId === organizationId)
      .map(({ type }) => type)
      .toSorted()
  }

  override async endRequests(now: Date): Promise<number> {
    const ended = [...this.#store.eventInterests].filter(([, { until }]) => until !== null && until <= now)
    for (const [key] of ended) this.#store.eventInterests.delete(key)
    return ended.length
  }

  override async forget(before: Date, most: number): Promise<number> {
    const old = this.#store.events.filter(({ number }) => number < firstNumberAt(before)).slice(0, most)
    const kept = this.#store.events.filter((batch) => !old.includes(batch))
    this.#store.events.splice(0, this.#store.events.length, ...kept)
    return old.length
  }
}
