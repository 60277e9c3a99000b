import type { ArrivalSettlement, KeptArrival } from '../../../domain/arrival/arrival.ts'
import { rowBytes } from '../../../domain/arrival/arrival-bounds.ts'
import type { KeptState } from '../../../domain/arrival/arrival-state.ts'
import type { Claim } from '../../../domain/arrival/claims.ts'
import type { ArrivalSelection } from '../../../ports/arrival/arrivals.ts'
import { noteArrival } from '../event/note-events.ts'
import type { MemoryStore } from '../store.ts'
import { Writes } from '../writes.ts'

/**
 * Returns the positions of a request's records that an earlier request has already delivered, and of records
 * whose delivery id came before with other content.
 */
export function claimedPositions(
  store: MemoryStore,
  dataTableId: string,
  claims: readonly (readonly Claim[])[],
): { readonly places: readonly number[]; readonly others: readonly number[] } {
  const seen = new Set<string>()
  const places: number[] = []
  const others: number[] = []
  for (const [place, own] of claims.entries()) {
    const found = new Set(
      own.flatMap((claim) => {
        const slot = slotOf(dataTableId, claim)
        if (seen.has(slot)) return ['same']
        seen.add(slot)
        const earlier = store.claims.get(slot)?.find((one) => areNear(one, claim))
        if (earlier === undefined) return []
        const isSame = [earlier.content, null].includes(claim.content) || earlier.content === null
        return [isSame ? 'same' : 'other']
      }),
    )
    if (found.has('same')) places.push(place)
    else if (found.has('other')) others.push(place)
  }
  return { places, others }
}

/** Stores a claim that `claimedPositions` has found free. */
export function storeClaim(store: MemoryStore, dataTableId: string, claim: Claim): void {
  const slot = slotOf(dataTableId, claim)
  const stored = store.claims.get(slot) ?? []
  const isSameTime = ({ at }: Claim) => at.getTime() === claim.at.getTime()
  const seconds = Math.max(claim.seconds, ...stored.filter(isSameTime).map((one) => one.seconds))
  store.claims.set(slot, [...stored.filter((one) => !isSameTime(one)), { ...claim, seconds }])
}

function slotOf(dataTableId: string, { text, place }: Claim): string {
  return `${dataTableId} ${text} ${place}`
}

/**
 * Returns whether a claim counts as a repeat of an earlier one. The duplicate window of the table may have changed
 * between two admissions of an arrival, so the longer of the two windows decides for claims of the same time.
 */
function areNear(one: Claim, other: Claim): boolean {
  const apart = other.at.getTime() - one.at.getTime()
  if (apart === 0) return one.seconds > 0 || other.seconds > 0
  return apart < one.seconds * 1000 && -apart < other.seconds * 1000
}

export function isUnsettled(store: MemoryStore, { id, revision }: ArrivalSettlement): boolean {
  const kept = store.arrivals.get(id)
  return kept !== undefined && kept.revision === revision && isAdmissible(kept.state)
}

export function settleArrival(store: MemoryStore, settlement: ArrivalSettlement, at: Date): void {
  const kept = store.arrivals.get(settlement.id)
  if (kept === undefined) return
  const { accepted, ...facts } = settlement
  const settled: KeptArrival = {
    ...kept,
    ...facts,
    accepted: kept.accepted + accepted,
    revision: kept.revision + 1,
    body: isAdmissible(facts.state) ? kept.body : null,
  }
  store.arrivals.set(kept.id, settled)
  if (settled.state !== kept.state) noteArrival(store, new Writes(), settled, at)
}

export function arrivalsInOrder(store: MemoryStore): KeptArrival[] {
  return [...store.arrivals.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function isWanted(
  one: KeptArrival,
  { organizationId, dataTableId, arrivalIds, shape, code }: ArrivalSelection,
): boolean {
  return (
    one.organizationId === organizationId &&
    one.dataTableId === dataTableId &&
    (arrivalIds === undefined || arrivalIds.includes(one.id)) &&
    (shape === undefined || one.shape === shape) &&
    (code === undefined || one.code === code)
  )
}

/**
 * Returns whether an arrival in this state can still be admitted: it is held, refused or not processed yet.
 */
export function isAdmissible(state: KeptState): boolean {
  return state === 'held' || state === 'refused' || state === 'received'
}

export function storedSizeOf({ body }: Pick<KeptArrival, 'body'>): number {
  return rowBytes + (body?.bytes.length ?? 0)
}
