import type { Attempt, RequestedEvents } from '../../../domain/event/destination/attempt.ts'
import { isFailing } from '../../../domain/event/destination/delivery-plan.ts'
import { goodHealth } from '../../../domain/event/destination/destination.ts'
import {
  type DeliveredDestination,
  type DeliveryResult,
  type DeliveryState,
  type DestinationRest,
  type DueDestination,
  EventDeliveries,
  type Replay,
  type WaitingRetry,
} from '../../../ports/event/destinations.ts'
import type { MemoryStore, StoredDestination, StoredRetry } from '../store.ts'

export class MemoryEventDeliveries extends EventDeliveries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async take(
    holder: string,
    seconds: number,
    without: readonly string[],
    now: Date,
  ): Promise<DueDestination | null> {
    const isFree = ({ state, dueAt, lease, organizationId }: StoredDestination) =>
      state === 'active' &&
      dueAt !== null &&
      dueAt <= now.getTime() &&
      (lease === null || lease.until <= Date.now()) &&
      !without.includes(organizationId)
    const [due] = [...this.#store.destinations.values()]
      .filter(isFree)
      .toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt))
    if (due === undefined) return null
    const takenUntil = new Date(now.getTime() + seconds * 1000)
    const lease = { holder, until: Date.now() + seconds * 1000 }
    this.#store.destinations.set(due.id, { ...due, dueAt: takenUntil.getTime(), lease })
    return { ...due, holder, takenUntil }
  }

  override async dueRetry(destinationId: string, now: Date): Promise<WaitingRetry | null> {
    return this.#retriesOf(destinationId).find(({ dueAt }) => dueAt <= now) ?? null
  }

  override async retriesAround(
    destinationId: string,
    { firstNumber, lastNumber }: Pick<RequestedEvents, 'firstNumber' | 'lastNumber'>,
  ): Promise<readonly WaitingRetry[]> {
    return this.#retriesOf(destinationId)
      .filter((retry) => retry.firstNumber <= firstNumber && retry.lastNumber >= lastNumber)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  override async replay(destinationId: string): Promise<Replay | null> {
    const found = [...this.#store.destinationReplays.values()].filter(
      (one) => one.destinationId === destinationId,
    )
    return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null
  }

  override async end(_destinationId: string, id: string): Promise<void> {
    this.#store.destinationRetries.delete(id)
    this.#store.destinationReplays.delete(id)
  }

  override async keep(
    { id, holder, revision, urlChangedAt }: DeliveredDestination,
    seconds: number,
    result: DeliveryResult,
  ): Promise<DeliveryState | null> {
    const { attempt, advance, replay, retry, endedRetry, isRecovered } = result
    const before = this.#store.destinations.get(id)
    if (before === undefined) return null
    this.#store.destinationAttempts.set(attempt.id, attempt)
    if (before.lease?.holder !== holder) return null
    const isPassed = attempt.code === null || before.urlChangedAt?.getTime() === urlChangedAt?.getTime()
    const isCurrent =
      before.revision === revision && before.failingSince?.getTime() === result.formerFailingSince?.getTime()
    const { failures, failingSince, restsUntil } = isCurrent ? result : before
    this.#store.destinations.set(id, {
      ...before,
      failures,
      failingSince,
      restsUntil,
      deliveredAt: attempt.code === null ? attempt.at : before.deliveredAt,
      position: isPassed && advance?.from === before.position ? advance.to : before.position,
      lease: { holder, until: Date.now() + seconds * 1000 },
    })
    if (endedRetry !== null) this.#store.destinationRetries.delete(endedRetry)
    const running = replay === null ? undefined : this.#store.destinationReplays.get(replay.id)
    if (isPassed && running !== undefined && replay !== null)
      this.#store.destinationReplays.set(running.id, { ...running, position: replay.position })
    if (isRecovered) this.#makeRetriesDue(id, attempt.at)
    // A retry is stored only if the request was not skipped meanwhile.
    const isKept =
      attempt.kind === 'retry'
        ? retry !== null && this.#store.destinationRetries.has(retry.id)
        : replay === null
          ? advance === null || (isPassed && advance.from === before.position)
          : isPassed && running !== undefined
    if (retry !== null && isKept)
      this.#store.destinationRetries.set(retry.id, { ...retry, destinationId: id })
    const hasDueRetry = this.#retriesOf(id).some(({ dueAt }) => dueAt <= attempt.at)
    const isHealthStored =
      before.revision === revision && failingSince?.getTime() === result.failingSince?.getTime()
    return { isHealthStored, hasDueRetry, mayContinue: true }
  }

  override async release(
    { id, holder, takenUntil }: Pick<DueDestination, 'id' | 'holder' | 'takenUntil'>,
    { passed, moreAt, notBefore }: DestinationRest,
  ): Promise<void> {
    const before = this.#store.destinations.get(id)
    if (before?.lease?.holder !== holder) return
    const times = [moreAt, this.#retriesOf(id)[0]?.dueAt ?? null].flatMap((time) => time?.getTime() ?? [])
    const next = times.length === 0 ? null : Math.max(Math.min(...times), notBefore?.getTime() ?? 0)
    this.#store.destinations.set(id, {
      ...before,
      lease: null,
      position: passed?.from === before.position ? passed.to : before.position,
      dueAt: before.dueAt === takenUntil.getTime() ? next : before.dueAt,
    })
  }

  override async note(
    attempt: Attempt,
    sentTo: Pick<DeliveredDestination, 'revision' | 'urlChangedAt'>,
    ended: readonly string[],
  ): Promise<void> {
    const { destinationId, events, code, at } = attempt
    const destination = this.#store.destinations.get(destinationId)
    if (destination === undefined) return
    this.#store.destinationAttempts.set(attempt.id, attempt)
    if (code !== null) return
    const isCurrent = destination.revision === sentTo.revision
    const isUrlCurrent = destination.urlChangedAt?.getTime() === sentTo.urlChangedAt?.getTime()
    for (const { id, webhookId } of this.#retriesOf(destinationId))
      if (isUrlCurrent && (webhookId === events?.webhookId || (isCurrent && ended.includes(id))))
        this.#store.destinationRetries.delete(id)
    const health = isCurrent ? goodHealth : {}
    const before = destination.deliveredAt
    const deliveredAt = before !== null && before > at ? before : at
    this.#store.destinations.set(destinationId, { ...destination, ...health, deliveredAt, dueAt: 0 })
    if (isFailing(destination)) this.#makeRetriesDue(destinationId, at)
  }

  #makeRetriesDue(id: string, now: Date): void {
    for (const waiting of this.#retriesOf(id))
      if (waiting.dueAt > now) this.#store.destinationRetries.set(waiting.id, { ...waiting, dueAt: now })
  }

  /** Returns the retries of a destination, the one that is due first at the beginning. */
  #retriesOf(id: string): readonly StoredRetry[] {
    return [...this.#store.destinationRetries.values()]
      .filter(({ destinationId }) => destinationId === id)
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  }
}
