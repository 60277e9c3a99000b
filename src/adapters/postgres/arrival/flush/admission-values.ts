import { hash } from 'node:crypto'
import type { ArrivalSettlement } from '../../../../domain/arrival/arrival.ts'
import type { Claim } from '../../../../domain/arrival/claims.ts'

/** Returns the first 16 bytes of a claim's hash. No two of 1,000,000,000 deliveries share them by chance. */
export function claimKey({ text }: Pick<Claim, 'text'>): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16)
}

/** Claims of records with the same text; they are stored as one row of `arrival_claims`. */
export interface GroupedClaims {
  readonly text: string
  readonly isOfKey: boolean
  readonly at: Date
  readonly seconds: number
  readonly places: readonly number[]
  readonly contents: readonly (string | null)[]
  /** The positions, in the request, of the records that these claims belong to. */
  readonly records: readonly number[]
}

const wholeDelivery = -1

export function groupedClaims(claims: readonly (readonly Claim[])[]): readonly GroupedClaims[] {
  type Group = GroupedClaims & { places: number[]; contents: (string | null)[]; records: number[] }
  const groups = new Map<string, Group>()
  for (const [record, own] of claims.entries()) {
    for (const { text, place, content, at, seconds, isOfKey = false } of own) {
      const group = groups.get(text) ?? { text, isOfKey, at, seconds, places: [], contents: [], records: [] }
      group.places.push(place ?? wholeDelivery)
      group.contents.push(content)
      group.records.push(record)
      groups.set(text, group)
    }
  }
  return [...groups.values()]
}

/**
 * Returns the content digests of a group of claims as a PostgreSQL array; null if the text of the claims
 * identifies the content.
 */
export function claimContentsOf({ contents }: Pick<GroupedClaims, 'contents'>): string | null {
  if (contents.every((content) => content === null)) return null
  return `{${contents.map((content) => (content === null ? 'null' : signed64(content))).join(',')}}`
}

/**
 * Returns the key of a claim as `claim_deliveries` takes it. If the row of an idempotency key may claim the
 * same records, the text of the claim is appended.
 */
export function comparedKey(claim: GroupedClaims, isKeyEntered: boolean): Buffer {
  const key = claimKey(claim)
  return claim.isOfKey && !isKeyEntered ? Buffer.concat([key, Buffer.from(claim.text)]) : key
}

function signed64(digits: string): string {
  return BigInt.asIntN(64, BigInt(`0x${digits}`)).toString()
}

/**
 * Returns the positions of the records of a request whose claim an earlier record of the same request has
 * already made.
 */
export function repeatedClaims(claims: readonly (readonly Claim[])[]): readonly number[] {
  const seen = new Set<string>()
  return claims.flatMap((own, position) => {
    const names = own.map(({ text, place }) => `${place} ${text}`)
    if (names.some((name) => seen.has(name))) return [position]
    for (const name of names) seen.add(name)
    return []
  })
}

/** Returns the lists that the SQL function `settle_arrivals` reads, for arrivals that are settled. */
export function settlementLists(settlements: readonly ArrivalSettlement[]) {
  return {
    ids: settlements.map(({ id }) => id),
    revisions: settlements.map(({ revision }) => revision),
    states: settlements.map(({ state }) => state),
    codes: settlements.map(({ code }) => code),
    accepted: settlements.map(({ accepted }) => accepted),
    facts: settlements.map(({ reasons, shape, mappingId, records, heldPositions }) => ({
      reasons,
      shape,
      mappingId,
      records,
      heldPositions,
    })),
  }
}
