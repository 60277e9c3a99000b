import type { KeptArrival, Settlement } from '../../../domain/arrival/arrival.ts'
import { rowsLeftOut } from '../../../domain/arrival/arrival.ts'
import {
  type ArrivalBounds,
  type ArrivalRoom,
  tooManyHeldArrivals,
} from '../../../domain/arrival/arrival-bounds.ts'
import type { Claim } from '../../../domain/arrival/claims.ts'
import { type ArrivalSelection, ArrivalStore } from '../../../ports/arrival/arrival-store.ts'
import type { Metrics } from '../../../ports/metrics.ts'
import { markWritten } from '../../system/request-writes.ts'
import type { MemoryStore } from '../store.ts'
import {
  arrivalsInOrder,
  claimedPositions,
  isAdmissible,
  isUnsettled,
  isWanted,
  settleArrival,
  sizeOf,
  storeClaim,
} from './kept-arrivals.ts'

export class MemoryArrivalStore extends ArrivalStore {
  readonly #store: MemoryStore
  readonly #bounds: ArrivalBounds
  readonly #metrics: Metrics

  constructor(store: MemoryStore, bounds: ArrivalBounds, metrics: Metrics) {
    super()
    this.#store = store
    this.#bounds = bounds
    this.#metrics = metrics
  }

  override async keep(arrival: KeptArrival, claim: Claim | null): Promise<'kept' | 'duplicate'> {
    if (!this.#hasRoomFor(arrival)) throw tooManyHeldArrivals()
    const { dataTableId } = arrival
    if (claim !== null && dataTableId !== null) {
      if (claimedPositions(this.#store, dataTableId, [[claim]]).places.length > 0) return 'duplicate'
      storeClaim(this.#store, dataTableId, claim)
    }
    this.#put(arrival)
    markWritten()
    return 'kept'
  }

  override keepSoon(arrival: KeptArrival, complete: (arrival: KeptArrival) => KeptArrival): void {
    if (this.#hasRoomFor(arrival)) this.#put(complete(arrival))
    else this.#metrics.noteArrival('dropped', 1)
  }

  override async find(organizationId: string, id: string): Promise<KeptArrival | null> {
    return this.#store.owned(this.#store.arrivals, organizationId, id)
  }

  override async admissible(
    wanted: ArrivalSelection,
    after: string | null,
    most: number,
  ): Promise<readonly KeptArrival[]> {
    return this.#inOrder()
      .filter(
        (one) =>
          isWanted(one, wanted) &&
          isAdmissible(one.state) &&
          one.code !== rowsLeftOut &&
          one.body !== null &&
          (after === null || one.id > after),
      )
      .slice(0, most)
  }

  override async received(before: Date, most: number): Promise<readonly KeptArrival[]> {
    return this.#inOrder()
      .filter(({ state, receivedAt }) => state === 'received' && receivedAt < before)
      .slice(0, most)
  }

  override async settle(settlement: Settlement): Promise<boolean> {
    if (!isUnsettled(this.#store, settlement)) return false
    settleArrival(this.#store, settlement)
    markWritten()
    return true
  }

  override async clear(before: { readonly arrivals: Date; readonly claims: Date }): Promise<boolean> {
    for (const { id, receivedAt } of this.#inOrder())
      if (receivedAt < before.arrivals) this.#store.arrivals.delete(id)
    for (const [slot, { at }] of this.#store.claims) if (at < before.claims) this.#store.claims.delete(slot)
    return false
  }

  override async *withBodies(organizationId: string) {
    yield this.#of(organizationId).filter(({ body }) => body !== null)
  }

  override async bodiesOf(organizationId: string, ids: readonly string[]): Promise<readonly KeptArrival[]> {
    return this.#of(organizationId)
      .filter(({ id, body }) => body !== null && ids.includes(id))
      .toReversed()
  }

  override async room(organizationId: string): Promise<ArrivalRoom> {
    const own = this.#of(organizationId)
    const heldBytes = weightOf(own.filter(isWaiting))
    return { heldBytes, otherBytes: weightOf(own) - heldBytes, limitBytes: this.#bounds.mostBytes }
  }

  #inOrder(): KeptArrival[] {
    return arrivalsInOrder(this.#store)
  }

  #of(organizationId: string): KeptArrival[] {
    return this.#inOrder().filter((one) => one.organizationId === organizationId)
  }

  #hasRoomFor(arrival: KeptArrival): boolean {
    const waiting = this.#of(arrival.organizationId).filter(isWaiting)
    return weightOf([...waiting, arrival]) <= this.#bounds.mostBytes
  }

  #put(arrival: KeptArrival): void {
    this.#store.arrivals.set(arrival.id, arrival)
    const own = this.#of(arrival.organizationId)
    const others = own.filter((one) => !isWaiting(one))
    for (let excess = weightOf(own) - this.#bounds.mostBytes; excess > 0; ) {
      const oldest = others.shift()
      if (oldest === undefined) return
      this.#store.arrivals.delete(oldest.id)
      excess -= sizeOf(oldest)
    }
  }
}

function isWaiting({ state }: KeptArrival): boolean {
  return state === 'received' || state === 'held'
}

function weightOf(arrivals: readonly KeptArrival[]): number {
  return arrivals.reduce((sum, arrival) => sum + sizeOf(arrival), 0)
}
