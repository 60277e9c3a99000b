import { hash } from 'node:crypto'
import type { Claim, Settlement } from '../../../../domain/arrival/arrival.ts'

/** Sixteen bytes: of a thousand million deliveries no two are the same by chance. */
export function claimKey({ text }: Pick<Claim, 'text'>): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16)
}

/** The claims of one delivery, which are one row. */
export interface GroupedClaims extends Omit<Claim, 'place'> {
  readonly places: readonly number[]
  /** Where each of them stands among the claims that were grouped. */
  readonly positions: readonly number[]
}

const wholeDelivery = -1

export function groupedClaims(claims: readonly Claim[]): readonly GroupedClaims[] {
  const groups = new Map<string, GroupedClaims & { places: number[]; positions: number[] }>()
  for (const [position, { text, place, at, seconds }] of claims.entries()) {
    const group = groups.get(text) ?? { text, at, seconds, places: [], positions: [] }
    group.places.push(place ?? wholeDelivery)
    group.positions.push(position)
    groups.set(text, group)
  }
  return [...groups.values()]
}

/** Those that an earlier one of the same list is, by their positions. */
export function repeatedClaims(claims: readonly Claim[]): readonly number[] {
  const seen = new Set<string>()
  return claims.flatMap(({ text, place }, position) => {
    const name = `${place} ${text}`
    if (seen.has(name)) return [position]
    seen.add(name)
    return []
  })
}

/** What `settle_arrivals` takes. */
export function settlementValues(settlements: readonly Settlement[]) {
  return {
    settled_ids: settlements.map(({ id }) => id),
    settled_revisions: settlements.map(({ revision }) => revision),
    settled_states: settlements.map(({ state }) => state),
    settled_codes: settlements.map(({ code }) => code),
    settled_accepted: settlements.map(({ accepted }) => accepted),
    settled_facts: settlements.map(({ reasons, shape, mappingId, records, waiting }) =>
      JSON.stringify({ reasons, shape, mappingId, records, waiting }),
    ),
  }
}

export type SettlementValues = ReturnType<typeof settlementValues>
