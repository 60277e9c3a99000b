import type { ArrivalView, KeptArrival } from '../../../domain/arrival/arrival.ts'
import {
  type ArrivalPosition,
  arrivalPositionAfter,
  keyOfPosition,
  ledgerId,
  readLedgerId,
} from '../../../domain/arrival/arrival-position.ts'
import { shownState } from '../../../domain/arrival/arrival-state.ts'
import { type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { type AcceptedArrival, type ArrivalFilter, ArrivalQueries } from '../../../ports/arrival/arrivals.ts'
import { omitFields } from '../omit-fields.ts'
import type { MemoryStore, StoredAppend } from '../store.ts'

export class MemoryArrivalQueries extends ArrivalQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    { dataTableId, state, code, shape, keptOnly = false }: ArrivalFilter,
    page: Page,
  ): Promise<PageOf<ArrivalView>> {
    const place = arrivalPositionAfter(page)
    const found = [...this.#kept(organizationId), ...(keptOnly ? [] : this.#ledgers(organizationId))]
      .filter(
        (one) =>
          (dataTableId === null || one.dataTableId === dataTableId) &&
          (state === null || one.state === state) &&
          (code === null || one.code === code) &&
          (shape === null || one.shape === shape),
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

function isBefore(
  one: Pick<ArrivalView, 'receivedAt' | 'id'>,
  other: { readonly receivedAt: ArrivalPosition['at']; readonly id: string },
): boolean {
  const apart = one.receivedAt.getTime() - other.receivedAt.getTime()
  return apart < 0 || (apart === 0 && one.id < other.id)
}

function viewOf(kept: KeptArrival): ArrivalView {
  const known = omitFields(kept, 'organizationId', 'waiting', 'body', 'revision')
  return { ...known, state: shownState(kept.state) }
}

function ledgerView(dataTableId: string, append: StoredAppend): ArrivalView {
  const { seq, count, at, requestId, apiKeyId } = append
  return {
    id: ledgerId(dataTableId, seq),
    dataTableId,
    receivedAt: at,
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
