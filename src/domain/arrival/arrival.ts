import type { Credential } from '../account/api-keys/credential.ts'
import type { ArrivalState, KeptState } from './arrival-state.ts'
import type { Path } from './mapping/path.ts'

/** The reason why an arrival was refused or is held. It points at the value and never contains it. */
export interface ArrivalReason {
  readonly code: string
  readonly message: string
  readonly column?: string
  readonly path?: Path
  /** The position of the record in the delivery. */
  readonly index?: number
  readonly suggestion?: string
}

export const mostReasons = 50

/**
 * The code of a delivery that is held because it lacks the signature that its table needs. It is admitted
 * only if a person names it by id.
 */
export const unverified = 'UNVERIFIED'

/**
 * The code of a body whose delivery id was used before with other content that is in the table. A person
 * admits it by id.
 */
export const deliveryIdReused = 'DELIVERY_ID_REUSED'

/**
 * The code of rows that an import left out. They cannot be admitted: a person corrects them and imports them
 * again.
 */
export const rowsLeftOut = 'ROWS_LEFT_OUT'

/** The body of a request as it was received, and the other parts of the request that are needed later. */
export interface ArrivalBody {
  readonly bytes: Uint8Array
  /** The digest of the bytes. */
  readonly digest: string
  readonly contentType: string | null
  readonly contentEncoding: string | null
  /** The headers by lower-case names, without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Whether an erasure replaced records by null, so that the other records keep their positions. */
  readonly isPartlyErased?: boolean
  /** Present if a person has edited the body. `digest` remains the digest of the received bytes. */
  readonly edited?: BodyEdit
}

/** The last edit of a body. */
interface BodyEdit {
  readonly at: string
  /** The e-mail address of the person who edited the body. */
  readonly by: string
  /** The number of bytes that were received. */
  readonly originalBytes: number
}

/** The facts about an arrival in any state. */
interface Known {
  readonly dataTableId: string | null
  readonly receivedAt: Date
  readonly code: string | null
  readonly reasons: readonly ArrivalReason[]
  /** The digest of the structure of the body; null if the body cannot be read. */
  readonly shape: string | null
  readonly mappingId: string | null
  /** The API key with which the arrival was sent; null if it was sent to the URL of its table. */
  readonly apiKeyId: string | null
  readonly requestId: string
  /**
   * The number of records in the arrival; null if it is unknown. `accepted` is the number of them in the
   * table.
   */
  readonly records: number | null
  readonly accepted: number
}

/** An arrival as the API returns it. */
export interface ArrivalView extends Known {
  readonly id: string
  readonly state: ArrivalState
}

/** A stored arrival. Arrivals that were accepted unchanged are only in the ledger. */
export interface KeptArrival extends Known {
  readonly id: string
  readonly organizationId: string
  readonly state: KeptState
  /** The positions of the records that are still held; null if all are. */
  readonly waiting: readonly number[] | null
  /** The body; null if it was not read or is no longer needed. */
  readonly body: ArrivalBody | null
  readonly revision: number
}

/** The new state of a stored arrival after it was processed. */
export interface Settlement
  extends Pick<
    KeptArrival,
    'id' | 'revision' | 'state' | 'code' | 'reasons' | 'shape' | 'mappingId' | 'records' | 'waiting'
  > {
  /** The number of its records that were stored by this processing. */
  readonly accepted: number
}

/** The kind of sender of an arrival. */
export type ArrivalSource = Credential['kind'] | 'import'

export function sourceOf({ apiKeyId, code }: Pick<ArrivalView, 'apiKeyId' | 'code'>): ArrivalSource {
  if (code === rowsLeftOut) return 'import'
  return apiKeyId === null ? 'ingestToken' : 'apiKey'
}
