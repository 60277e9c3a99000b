import { defaultDuplicateWindowSeconds, deliveriesKnownSeconds } from '../table/duplicate-window.ts'
import { replayMarkOf, signedIdHeaderOf } from '../table/signature.ts'
import type { TableSchema } from '../table/table-schema.ts'
import { type ArrivalBody, type ArrivalSource } from './arrival.ts'
import type { RecordInDelivery } from './delivery/delivery-reading.ts'
import { type DeliveryId, deliveryIdInHeaders } from './mapping/delivery-marks.ts'

/**
 * A claim: a stored mark by which a repeat of a received delivery or of one of its records is recognized. A
 * record whose claim exists already is not stored again.
 */
export interface Claim {
  /** The text that identifies the claimed delivery: its delivery id, or the digest of its bytes. */
  readonly text: string
  /** The position of the claimed record in its delivery; null for the delivery as a whole. */
  readonly place: number | null
  /**
   * The digest of the claimed record; null if `text` already identifies the content. A claim of the same
   * position with another digest belongs to another record: the source used the delivery id twice.
   */
  readonly content: string | null
  /**
   * The seconds around `at` (the time of receipt) within which another delivery with the same claim counts as a
   * repeat. If one of two claims of the same time has more than 0 seconds, the later one counts as a repeat.
   */
  readonly seconds: number
  readonly at: Date
  /**
   * True if an Idempotency-Key header identifies the delivery. Another request with the same key may then have
   * made the same claim.
   */
  readonly isOfKey?: true
}

/** The parts of a delivery from which the claims of its records (marks against repeats) are made. */
export interface DeliveryIdentity {
  /** The digest of the bytes of the delivery's body, by which a delivery without an id is identified. */
  readonly digest: string
  readonly receivedAt: Date
  readonly source: ArrivalSource
  /** The id that the delivery's body has, or gets, as a stored arrival; absent if the body is never stored. */
  readonly arrivalId?: string
  /** Whether the body is read from a stored arrival, some of whose records an earlier run may have added. */
  readonly isStored?: boolean
}

type Rules = Pick<TableSchema, 'duplicateWindowSeconds' | 'signature'>

/**
 * Returns the claims (marks against repeats) of one record, by the delivery id if the source names one,
 * otherwise by the digest of the bytes. If no signature covers the id, the bytes are claimed too, because an
 * attacker could replay the request under another id.
 *
 * A record without a delivery id is also claimed by the id of its arrival if bytes are recognized for a short time
 * only. Otherwise a stored arrival, which is admitted again later, would not recognize the records that it has added.
 */
export function claimsOf(
  { index: place, deliveryId, content }: RecordInDelivery,
  { digest, receivedAt: at, source, arrivalId, isStored = false }: DeliveryIdentity,
  { duplicateWindowSeconds, signature }: Rules,
): readonly Claim[] {
  const mark = source === 'webhookUrl' ? replayMarkOf(signature) : null
  const claims: Claim[] = []
  if (deliveryId !== null) {
    const isGuess = deliveryId.from === 'body'
    const text = isGuess ? `${nameOf(deliveryId, source)}\n${content}` : nameOf(deliveryId, source)
    const isOfKey = deliveryId.from === 'idempotencyKey'
    const claim = { text, place, content: isGuess ? null : content, seconds: deliveriesKnownSeconds, at }
    claims.push({ ...claim, ...(isOfKey && { isOfKey }) })
  }
  if (deliveryId === null || mark?.by === 'bytes') {
    const seconds = Math.max(duplicateWindowSeconds, mark?.by === 'bytes' ? mark.seconds : 0)
    claims.push({ text: `bytes\n${digest}`, place, content: null, seconds, at })
    const isShort = seconds < defaultDuplicateWindowSeconds
    if (arrivalId !== undefined && (isShort || isStored))
      claims.push({
        text: `arrival\n${arrivalId}`,
        place,
        content: null,
        seconds: deliveriesKnownSeconds,
        at,
      })
  }
  return claims
}

/**
 * Returns claims (marks against repeats) for a record whose delivery id was already used with other content.
 * The new claims also contain the digest of the record, so that its repeats are recognized.
 */
export function asAnotherDelivery(claims: readonly Claim[]): readonly Claim[] {
  return claims.map((claim) => {
    if (claim.content === null) return claim
    const { text, content, place, seconds, at } = claim
    return { text: `${text}\n${content}`, content: null, place, seconds, at }
  })
}

/**
 * Returns the claim (a stored mark of a delivery) under which a body is held until a person admits it. A
 * repeat of the body finds the claim taken and is not held again; a body with other bytes is held separately.
 */
export function heldClaimOf(
  { headers, digest }: Pick<ArrivalBody, 'headers' | 'digest'>,
  at: Date,
  { duplicateWindowSeconds, signature }: Rules,
): Claim {
  const id = deliveryIdInHeaders(headers, signedIdHeaderOf(signature))
  const bytes = `bytes\n${digest}`
  return id === null
    ? { text: bytes, place: null, content: null, seconds: duplicateWindowSeconds, at }
    : { text: `id\n${id.text}\n${bytes}`, place: null, content: null, seconds: deliveriesKnownSeconds, at }
}

/**
 * Returns the digests of the records of a request in their order, if its Idempotency-Key alone identifies all
 * of them; null otherwise.
 */
export function contentsUnderKey(claims: readonly (readonly Claim[])[]): readonly string[] | null {
  const contents: string[] = []
  for (const [index, [claim, other]] of claims.entries()) {
    if (other !== undefined || claim?.isOfKey !== true || claim.place !== index || claim.content === null)
      return null
    contents.push(claim.content)
  }
  return contents
}

/**
 * Returns the text that identifies a delivery in its claims (marks against repeats). An Idempotency-Key
 * identifies one delivery on the API key route and another delivery on a webhook URL.
 */
function nameOf({ text, from }: DeliveryId, source: ArrivalSource): string {
  return from === 'idempotencyKey' && source === 'apiKey' ? `key\n${text}` : `id\n${text}`
}

/**
 * Returns the texts under which deliveries with an Idempotency-Key are claimed: one for requests by API key,
 * and one for requests to a webhook URL.
 */
export function claimsOfKey(idempotencyKey: string): readonly string[] {
  return [`key\n${idempotencyKey}`, `id\n${idempotencyKey}`]
}
