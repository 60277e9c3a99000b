import type { ArrivalStatus, StoredStatus } from './arrival-status.ts'
import type { Path } from './mapping/path.ts'

/**
 * The reason why an arrival was refused or is held. It points at the faulty value and never contains the
 * value.
 */
export interface ArrivalReason {
  readonly code: string
  readonly message: string
  readonly column?: string
  readonly path?: Path
  /** The position, from 0, of the faulty record in the delivery. */
  readonly index?: number
  readonly suggestion?: string
}

export const maxReasons = 50

/**
 * The reason code of a delivery that is held because it lacks the signature that its table needs. It is
 * admitted only if a person names it by id.
 */
export const unverified = 'UNVERIFIED'

/**
 * The codes of deliveries without the signature that their table needs, which may be forged: `UNVERIFIED` if
 * the delivery is held, `INVALID_SIGNATURE` if it was refused.
 */
export const unsignedCodes: readonly string[] = [unverified, 'INVALID_SIGNATURE']

/** Returns whether an arrival may be forged, so that it is used only if a person selects it by its id. */
export function isUnsigned({ code }: Pick<StoredArrival, 'code'>): boolean {
  return code !== null && unsignedCodes.includes(code)
}

/**
 * The reason code of a body whose delivery id belongs to another body that is already in the table. A person
 * admits it by id.
 */
export const deliveryIdReused = 'DELIVERY_ID_REUSED'

/**
 * The reason code of rows that an import left out. They cannot be admitted: a person corrects them and
 * imports them again.
 */
export const rowsLeftOut = 'ROWS_SKIPPED'

/**
 * The body of a delivery as it was received. The headers and the query are stored with it, because a mapping
 * may read them.
 */
export interface ArrivalBody {
  readonly bytes: Uint8Array
  /** The digest of the body's bytes as they were received; an edit does not change it. */
  readonly digest: string
  readonly contentType: string | null
  readonly contentEncoding: string | null
  /** The header values of the delivery's request by lower-case names, without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /**
   * Whether the erasure of a person replaced records of the body by null. The other records keep their
   * positions.
   */
  readonly isPartlyErased?: boolean
  /**
   * The last edit of the body; absent if nobody has edited it. `digest` remains the digest of the received
   * bytes.
   */
  readonly edited?: BodyEdit
}

/** The last edit of an arrival's body: its time, its author and the former size. */
interface BodyEdit {
  readonly at: string
  /** The e-mail address of the person who edited the body. */
  readonly by: string
  /** The number of bytes of the body before it was edited. */
  readonly originalBytes: number
}

/**
 * The fields of an arrival that are known in any of its states, such as its table, its time of receipt and the
 * reasons why it was held or refused.
 */
interface Known {
  readonly dataTableId: string | null
  /**
   * The time of receipt. For a stored arrival it is the time in its id: lists are ordered by this time and read by
   * the id, and would leave out arrivals if the two orders differed.
   */
  readonly receivedAt: Date
  readonly code: string | null
  readonly reasons: readonly ArrivalReason[]
  /**
   * The digest of the structure of the body, by which held arrivals are grouped; null if the body cannot be
   * read.
   */
  readonly format: string | null
  readonly mappingId: string | null
  /** The API key with which the arrival was sent; null if it was sent to the URL of its table. */
  readonly apiKeyId: string | null
  readonly requestId: string
  /**
   * The number of records in the arrival; null if it is unknown. `accepted` is the number of these records
   * that are in the table.
   */
  readonly records: number | null
  readonly accepted: number
}

/** An arrival (a delivery, request or import that was received for a table), as the API returns it. */
export interface ArrivalView extends Known {
  readonly id: string
  readonly source: ArrivalSource
  readonly status: ArrivalStatus
}

/**
 * An arrival with its own stored row. Arrivals that were accepted unchanged have none; they are only in the
 * ledger of appends.
 */
export interface StoredArrival extends Known {
  readonly id: string
  readonly organizationId: string
  readonly status: StoredStatus
  /**
   * The positions, from 0, of the arrival's records that are still held. Null if all of its records are held, and
   * none may be in the table or was ignored.
   */
  readonly heldPositions: readonly number[] | null
  /**
   * The path to the records of the body, by which `records` were counted and to which `heldPositions` refer; null if
   * it is unknown. Other versions of a mapping find the same records exactly if they have the same path.
   */
  readonly recordsRoot: Path | null
  /** The stored body of the arrival; null if the body was not read or is no longer needed. */
  readonly body: ArrivalBody | null
  readonly revision: number
}

/** The changes of a stored arrival after its body was processed: its new state and the reasons. */
export interface ArrivalSettlement
  extends Pick<
    StoredArrival,
    | 'id'
    | 'revision'
    | 'status'
    | 'code'
    | 'reasons'
    | 'format'
    | 'mappingId'
    | 'records'
    | 'heldPositions'
    | 'recordsRoot'
  > {
  /** The number of records that this processing of the arrival added to the table. */
  readonly accepted: number
}

/** The ways in which an arrival comes: by API key, by webhook URL, by import of a file, or typed by a user. */
export const arrivalSources = ['apiKey', 'webhookUrl', 'import', 'user'] as const

export type ArrivalSource = (typeof arrivalSources)[number]

/** Returns the source of an arrival with its own stored row, which is never typed by a user. */
export function sourceOf({
  apiKeyId,
  code,
}: Pick<StoredArrival, 'apiKeyId' | 'code'>): Exclude<ArrivalSource, 'user'> {
  if (code === rowsLeftOut) return 'import'
  return apiKeyId === null ? 'webhookUrl' : 'apiKey'
}
