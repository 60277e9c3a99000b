import { hash } from 'node:crypto'
import type { ArrivalSettlement } from '../../../../domain/arrival/arrival.ts'
import type { Claim } from '../../../../domain/arrival/claims.ts'

/**
 * Returns the key of a claim, which marks a record as delivered: the first 16 bytes of its hash. No two of
 * 1,000,000,000 deliveries share a key by chance.
 */
export function claimKey({ text }: Pick<Claim, 'text'>): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16)
}

/**
 * Claims with the same text; a claim marks a record of a delivery as already taken. The group is stored as
 * one row of `arrival_claims`.
 */
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
 * Returns the digests of the contents of delivered records as a PostgreSQL array, to recognize a delivery id
 * that comes again with other content. Null if the claim's text already depends on the content.
 */
export function claimContentsOf({ contents }: Pick<GroupedClaims, 'contents'>): string | null {
  if (contents.every((content) => content === null)) return null
  return `{${contents.map((content) => (content === null ? 'null' : signed64(content))).join(',')}}`
}

/**
 * Returns the key of a claim in the form that the SQL function `claim_deliveries` takes. The claim's text is
 * appended if the database must also compare it with the stored idempotency keys.
 */
export function comparedKey(claim: GroupedClaims, isKeyEntered: boolean): Buffer {
  const key = claimKey(claim)
  return claim.isOfKey && !isKeyEntered ? Buffer.concat([key, Buffer.from(claim.text)]) : key
}

function signed64(digits: string): string {
  return BigInt.asIntN(64, BigInt(`0x${digits}`)).toString()
}

/**
 * Returns the positions of the records in a request that repeat an earlier record of the same request,
 * because both have the same delivery id.
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

/** Returns the new states of kept arrivals as the lists that the SQL function `settle_arrivals` takes. */
export function settlementLists(settlements: readonly ArrivalSettlement[]) {
  return {
    ids: settlements.map(({ id }) => id),
    revisions: settlements.map(({ revision }) => revision),
    states: settlements.map(({ status }) => status),
    codes: settlements.map(({ code }) => code),
    accepted: settlements.map(({ accepted }) => accepted),
    facts: settlements.map(({ reasons, format, mappingId, records, heldPositions, recordsRoot }) => ({
      reasons,
      format,
      mappingId,
      records,
      heldPositions,
      recordsRoot,
    })),
  }
}
