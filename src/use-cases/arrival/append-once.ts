import { asAnotherDelivery, claimsOf } from '../../domain/arrival/claims.ts'
import { ownMarks } from '../../domain/arrival/delivery/delivery-reading.ts'
import { deliveryIdInHeaders, type HeaderValues } from '../../domain/arrival/mapping/delivery-marks.ts'
import { TableBusy } from '../../domain/arrival/table-busy.ts'
import { DomainError } from '../../domain/errors.ts'
import { replayMarkOf, signedIdHeaderOf } from '../../domain/table/signature.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'
import type { Arrival, RecordAppender } from '../../ports/arrival/record-appender.ts'
import type { AppendReceipt } from '../../ports/table/records.ts'
import { type RequestOf, withoutRequest } from './delivery-proof.ts'

/**
 * The headers and the digest of a request in the API's own format, by which a repeat of the request is
 * recognized.
 */
export interface OwnDelivery {
  /**
   * The request headers that may contain a delivery id; null if the request has none of them, which is usual.
   */
  readonly headers: HeaderValues | null
  /** Returns the digest of the bytes of the request body. */
  readonly digest: () => Promise<string>
  readonly requestOf: RequestOf
}

export const unsignedDelivery: OwnDelivery = {
  headers: null,
  digest: async () => '',
  requestOf: withoutRequest,
}

/** Records of a request in the API's own format, and the position of each in the request. */
export interface OwnRecords {
  readonly arrival: Arrival
  /** The positions of the records in the request, in the order of the records. */
  readonly places: readonly number[]
}

export interface AppendedOnce {
  readonly receipt: AppendReceipt
  /**
   * The number of records that earlier requests had already added. If that is all records, the receipt counts
   * them as inserted, or as unchanged in a table with match columns.
   */
  readonly repeated: number
  readonly isRepeat: boolean
  readonly isReplay: boolean
}

/**
 * Appends each record of a request in the API's own format once. A request without a delivery id stores no
 * claims (marks that recognize repeats), which would lower the request rate by a tenth. Tables whose
 * signature preset identifies a delivery only by its bytes always store claims. Returns null in the same
 * cases as `RecordAppender.append`. Throws IDEMPOTENCY_KEY_REUSED if a delivery id was used with other
 * content, unless such a record can be added separately.
 */
export async function appendOnce(
  appender: RecordAppender,
  own: OwnRecords,
  shape: TableShape,
  delivery: OwnDelivery,
  now: Date,
): Promise<AppendedOnce | null> {
  try {
    return await appendNew(appender, own, shape, delivery, now)
  } catch (error) {
    if (error instanceof TableBusy) error.isOpen = shape.intake === 'open'
    throw error
  }
}

async function appendNew(
  appender: RecordAppender,
  { arrival, places }: OwnRecords,
  shape: TableShape,
  delivery: OwnDelivery,
  now: Date,
): Promise<AppendedOnce | null> {
  const { credential, records } = arrival
  const mark = credential.kind === 'ingestToken' ? replayMarkOf(shape.signature) : null
  const headers = delivery.headers ?? {}
  const deliveryId = deliveryIdInHeaders(headers, signedIdHeaderOf(shape.signature))
  if (records.length === 0 || (deliveryId === null && mark?.by !== 'bytes')) {
    const receipt = await appender.append(arrival, shape)
    return receipt && { receipt: receipt.answer, repeated: 0, isRepeat: false, isReplay: receipt.replayed }
  }
  const digest = mark?.by === 'bytes' ? await delivery.digest() : ''
  const claimed = { digest, receivedAt: now, source: credential.kind }
  let left = records.map((record, at) => {
    const marks = ownMarks(record, places[at] ?? at, deliveryId)
    return { record, from: deliveryId?.from ?? null, claims: claimsOf(marks, claimed, shape) }
  })
  let repeated = 0
  while (left.length > 0) {
    const kept = left.map(({ record }) => record)
    const claims = left.map((one) => one.claims)
    const admission = {
      arrival: { ...arrival, records: kept },
      claims,
      mappingVersions: null,
      settlement: null,
    }
    const admitted = await appender.admit(admission, shape)
    if (admitted === null || admitted.outcome === 'settled') return null
    if (admitted.outcome === 'appended')
      return { receipt: withRepeated(admitted.receipt, repeated), repeated, isRepeat: false, isReplay: false }
    const taken = new Set(admitted.places)
    const others = new Set(admitted.others)
    repeated += taken.size
    left = left
      .map((one, at) => (others.has(at) ? anotherOf(one, shape) : one))
      .filter((_, at) => !taken.has(at))
  }
  return { receipt: repeatReceipt(records.length, shape), repeated, isRepeat: true, isReplay: true }
}

/**
 * Returns a record with new claims, so that it is added although its delivery id was used with other content.
 * Throws IDEMPOTENCY_KEY_REUSED for an `Idempotency-Key` header, and for an open table, which holds the
 * request instead.
 */
function anotherOf<
  One extends { readonly from: string | null; readonly claims: ReturnType<typeof claimsOf> },
>(one: One, { intake }: TableShape): One {
  if (one.from === 'idempotencyKey' || intake === 'open') throw new DomainError('IDEMPOTENCY_KEY_REUSED')
  return { ...one, claims: asAnotherDelivery(one.claims) }
}

function withRepeated(receipt: AppendReceipt, repeated: number): AppendReceipt {
  return receipt.unchanged === undefined ? receipt : { ...receipt, unchanged: receipt.unchanged + repeated }
}

/** Returns the receipt of a request whose records were all added by earlier requests. */
function repeatReceipt(count: number, { match }: TableShape): AppendReceipt {
  return match === null ? { inserted: count } : { inserted: 0, updated: 0, unchanged: count }
}
