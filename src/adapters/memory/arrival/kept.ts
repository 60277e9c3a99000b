import type { Claim, KeptArrival, Settlement } from '../../../domain/arrival/arrival.ts'
import { isAdmissible } from '../../../domain/arrival/arrival-state.ts'
import type { MemoryStore } from '../store.ts'

/** Of those that cannot be claimed, the places; also of one that an earlier of the same list claims. */
export function takenPlaces(
  store: MemoryStore,
  dataTableId: string,
  claims: readonly Claim[],
): readonly number[] {
  const seen = new Set<string>()
  return claims.flatMap((claim, place) => {
    const slot = slotOf(dataTableId, claim)
    const earlier = store.claims.get(slot)
    const isTaken = seen.has(slot) || (earlier !== undefined && areNear(earlier, claim))
    seen.add(slot)
    return isTaken ? [place] : []
  })
}

export function takeClaim(store: MemoryStore, dataTableId: string, claim: Claim): void {
  const slot = slotOf(dataTableId, claim)
  const earlier = store.claims.get(slot)
  const at = earlier !== undefined && earlier.at > claim.at ? earlier.at : claim.at
  store.claims.set(slot, { ...claim, at })
}

function slotOf(dataTableId: string, { text, place }: Claim): string {
  return `${dataTableId} ${text} ${place}`
}

function areNear(one: Claim, other: Claim): boolean {
  const apart = other.at.getTime() - one.at.getTime()
  return apart < one.seconds * 1000 && -apart < other.seconds * 1000
}

export function isUnsettled(store: MemoryStore, { id, revision }: Settlement): boolean {
  const kept = store.arrivals.get(id)
  return kept !== undefined && kept.revision === revision && isAdmissible(kept.state)
}

export function settleArrival(store: MemoryStore, settlement: Settlement): void {
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
}
