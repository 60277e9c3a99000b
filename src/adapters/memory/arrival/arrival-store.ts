import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import {
  type ArrivalSettlement,
  type ArrivalView,
  isUnsigned,
  type KeptArrival,
  rowsLeftOut,
  sourceOf,
} from '../../../domain/arrival/arrival.ts'
import {
  type ArrivalBounds,
  type ArrivalRoom,
  tooManyHeldArrivals,
} from '../../../domain/arrival/arrival-bounds.ts'
import {
  type ArrivalPosition,
  arrivalPositionAfter,
  keyOfPosition,
  readLedgerId,
} from '../../../domain/arrival/arrival-position.ts'
import { visibleStateOf } from '../../../domain/arrival/arrival-state.ts'
import type { Claim } from '../../../domain/arrival/claims.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import {
  type AcceptedArrival,
  type ArrivalFilter,
  type ArrivalSelection,
  ArrivalStore,
  type HeldBody,
  type HeldBodySelection,
} from '../../../ports/arrival/arrivals.ts'
import type { Metrics } from '../../../ports/metrics.ts'
import { markWritten } from '../../system/request-writes.ts'
import { noteArrival } from '../event/note-events.ts'
import { isInProjects } from '../in-projects.ts'
import { omitFields } from '../omit-fields.ts'
import type { MemoryStore, StoredAppend } from '../store.ts'
import { Writes } from '../writes.ts'
import {
  arrivalsInOrder,
  claimedPositions,
  isAdmissible,
  isUnsettled,
  isWanted,
  settleArrival,
  storeClaim,
  storedSizeOf,
} from './kept-arrivals.ts'

type ReceivedArrival = Pick<KeptArrival, 'id' | 'receivedAt'>

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
    if (!this.#hasTableOf(arrival)) throw new DomainError('OVERLOADED')
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
    if (this.#hasRoomFor(arrival) && this.#hasTableOf(arrival)) this.#put(complete(arrival))
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

  override async received(
    before: Date,
    most: number,
    without: ReadonlySet<string> = new Set(),
    after: ReceivedArrival | null = null,
  ): Promise<readonly KeptArrival[]> {
    return this.#inOrder()
      .filter(({ state }) => state === 'received')
      .filter((one) => one.receivedAt < before || this.#store.testClocks.has(one.organizationId))
      .filter((one) => after === null || compareReceived(one, after) > 0)
      .toSorted(compareReceived)
      .filter(({ dataTableId }) => !this.#store.binnedTables.has(dataTableId ?? ''))
      .filter(({ dataTableId }) => !without.has(dataTableId ?? ''))
      .slice(0, most)
  }

  override async settle(
    settlement: ArrivalSettlement,
    at: Date,
    audit: AuditEntry | null = null,
  ): Promise<boolean> {
    if (!isUnsettled(this.#store, settlement)) return false
    settleArrival(this.#store, settlement, at)
    if (audit !== null) this.#store.auditEntries.set(audit.id, audit)
    markWritten()
    return true
  }

  override async clear(before: { readonly arrivals: Date; readonly claims: Date }): Promise<boolean> {
    for (const { id, receivedAt } of this.#inOrder())
      if (receivedAt < before.arrivals) this.#store.arrivals.delete(id)
    for (const [slot, claims] of this.#store.claims) {
      const recentClaims = claims.filter(({ at }) => at >= before.claims)
      if (recentClaims.length > 0) this.#store.claims.set(slot, recentClaims)
      else this.#store.claims.delete(slot)
    }
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

  override async list(
    organizationId: string,
    { dataTableId, state, code, shape, source = null, keptOnly = false, projectIds = null }: ArrivalFilter,
    page: Page,
  ): Promise<PageOf<ArrivalView>> {
    const place = arrivalPositionAfter(page)
    const found = [...this.#kept(organizationId), ...(keptOnly ? [] : this.#ledgers(organizationId))]
      .filter(
        (one) =>
          (dataTableId === null || one.dataTableId === dataTableId) &&
          !this.#store.binnedTables.has(one.dataTableId ?? '') &&
          isInProjects(this.#store.tables.get(one.dataTableId ?? ''), projectIds) &&
          (state === null || one.state === state) &&
          (code === null || one.code === code) &&
          (shape === null || one.shape === shape) &&
          (source === null || one.source === source),
      )
      .toSorted((a, b) => (isBefore(a, b) ? 1 : -1))
      .filter((one) => place === null || isBefore(one, { receivedAt: place.at, id: place.id }))
    return pageOf(found, page, keyOfPosition)
  }

  override async accepted(organizationId: string, id: string): Promise<AcceptedArrival | null> {
    const place = readLedgerId(id)
    const found = this.#ledgers(organizationId).find((one) => one.id === id)
    if (place === null || found === undefined) return null
    const append = this.#store.appends.get(place.dataTableId)?.find(({ seq }) => seq === place.seq)
    return { ...found, firstRecordId: String(append?.firstId) }
  }

  override async heldBodies(
    organizationId: string,
    { dataTableId, shape, arrivalIds, limit }: HeldBodySelection,
  ): Promise<readonly HeldBody[]> {
    return [...this.#store.arrivals.values()]
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .filter(
        (one) =>
          one.organizationId === organizationId &&
          one.dataTableId === dataTableId &&
          isAdmissible(one.state) &&
          one.code !== rowsLeftOut &&
          (shape === undefined || one.shape === shape) &&
          (arrivalIds === undefined ? !isUnsigned(one) : arrivalIds.includes(one.id)),
      )
      .flatMap(({ id, body }) => (body === null ? [] : [{ arrivalId: id, ...body }]))
      .slice(0, limit)
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

  /** Returns whether the table of an arrival exists, also in the bin. True for an arrival that names no table. */
  #hasTableOf({ dataTableId }: KeptArrival): boolean {
    return dataTableId === null || this.#store.tableOrBinned(dataTableId) !== undefined
  }

  #put(arrival: KeptArrival): void {
    this.#store.arrivals.set(arrival.id, arrival)
    noteArrival(this.#store, new Writes(), arrival, arrival.receivedAt)
    const own = this.#of(arrival.organizationId)
    const others = own.filter((one) => !isWaiting(one))
    for (let excess = weightOf(own) - this.#bounds.mostBytes; excess > 0; ) {
      const oldest = others.shift()
      if (oldest === undefined) return
      this.#store.arrivals.delete(oldest.id)
      excess -= storedSizeOf(oldest)
    }
  }

  /**
   * Returns the refused, held and ignored arrivals. Accepted ones are left out, because the ledger lists
   * them.
   */
  #kept(organizationId: string): ArrivalView[] {
    return [...this.#store.arrivals.values()]
      .filter((one) => one.organizationId === organizationId && one.state !== 'accepted')
      .map(viewOf)
  }

  #ledgers(organizationId: string): ArrivalView[] {
    return [...this.#store.tables.values()]
      .filter((table) => table.organizationId === organizationId)
      .flatMap(({ id }) => (this.#store.appends.get(id) ?? []).map((append) => ledgerView(id, append)))
  }
}

function isWaiting({ state }: KeptArrival): boolean {
  return state === 'received' || state === 'held'
}

function weightOf(arrivals: readonly KeptArrival[]): number {
  return arrivals.reduce((sum, arrival) => sum + storedSizeOf(arrival), 0)
}

function isBefore(
  one: Pick<ArrivalView, 'receivedAt' | 'id'>,
  other: { readonly receivedAt: ArrivalPosition['at']; readonly id: string },
): boolean {
  const apart = one.receivedAt.getTime() - other.receivedAt.getTime()
  return apart < 0 || (apart === 0 && one.id < other.id)
}

function viewOf(kept: KeptArrival): ArrivalView {
  const known = omitFields(kept, 'organizationId', 'heldPositions', 'recordsRoot', 'body', 'revision')
  return { ...known, source: sourceOf(kept), state: visibleStateOf(kept.state) }
}

/** Returns the id of an arrival that is stored only in the ledger of its table. `list_arrivals` makes the same. */
function ledgerId(dataTableId: string, seq: number): string {
  return `${dataTableId}.${String(seq).padStart(15, '0')}`
}

function ledgerView(dataTableId: string, append: StoredAppend): ArrivalView {
  const { seq, count, at, requestId, apiKeyId, keyless } = append
  return {
    id: ledgerId(dataTableId, seq),
    dataTableId,
    receivedAt: at,
    source: apiKeyId !== null ? 'apiKey' : keyless === 'webhookUrl' ? 'ingestToken' : (keyless ?? 'person'),
    state: 'accepted',
    code: null,
    reasons: [],
    shape: null,
    mappingId: null,
    apiKeyId,
    requestId,
    records: count,
    accepted: count,
  }
}

/** Compares arrivals by the time at which they were received, and then by id. */
function compareReceived(one: ReceivedArrival, other: ReceivedArrival): number {
  const difference = one.receivedAt.getTime() - other.receivedAt.getTime()
  return difference === 0 ? (one.id < other.id ? -1 : Number(one.id > other.id)) : difference
}
