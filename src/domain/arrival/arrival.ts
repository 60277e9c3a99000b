import type { Credential } from '../account/api-keys/credential.ts'
import type { ArrivalState, KeptState } from './arrival-state.ts'
import type { Path } from './mapping/path.ts'

/** Why something was refused or is held, at the value that it is about, which it never says. */
export interface ArrivalReason {
  readonly code: string
  readonly message: string
  readonly column?: string
  readonly path?: Path
  /** The place of the record among those of the delivery. */
  readonly index?: number
  readonly suggestion?: string
}

export const mostReasons = 50

/**
 * The code of what is held because it was not signed as its table asks. It is admitted only where a person names it.
 */
export const unverified = 'UNVERIFIED'

/** The code of a body whose delivery id was used with other content that is in the table. A person admits it by id. */
export const deliveryIdReused = 'DELIVERY_ID_REUSED'

/** The code of rows that an import left out. They go in by another import, once they are mended, and by no admission. */
export const rowsLeftOut = 'ROWS_LEFT_OUT'

/** The bytes of a request as they came, with what else of it matters later. */
export interface ArrivalBody {
  readonly bytes: Uint8Array
  /** Of the bytes. */
  readonly digest: string
  readonly contentType: string | null
  readonly contentEncoding: string | null
  /** Names in lower case; none of a credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Whether an erase has left null in the place of records, so that the other records keep their places. */
  readonly isPartlyErased?: boolean
  /** Present if a person has edited the body. `digest` stays the digest of the bytes that came. */
  readonly edited?: BodyEdit
}

/** The last edit of a body. */
interface BodyEdit {
  readonly at: string
  /** E-mail address of the person who did it. */
  readonly by: string
  /** Number of the bytes that came. */
  readonly originalBytes: number
}

/** What is known of an arrival, whatever became of it. */
interface Known {
  readonly dataTableId: string | null
  readonly receivedAt: Date
  readonly code: string | null
  readonly reasons: readonly ArrivalReason[]
  /** A digest of how its body is built; null where that cannot be read. */
  readonly shape: string | null
  readonly mappingId: string | null
  /** The key that it came by; null for one that came by the URL of its table. */
  readonly apiKeyId: string | null
  readonly requestId: string
  /** How many records it holds, and how many of them are in the table; null where nobody can tell. */
  readonly records: number | null
  readonly accepted: number
}

/** As people see it. */
export interface ArrivalView extends Known {
  readonly id: string
  readonly state: ArrivalState
}

/** One that is kept: everything but what was accepted as it came, which is in the ledger. */
export interface KeptArrival extends Known {
  readonly id: string
  readonly organizationId: string
  readonly state: KeptState
  /** Which of its records wait still; null for all of them. */
  readonly waiting: readonly number[] | null
  /** Null where it was not read, or is not needed any more. */
  readonly body: ArrivalBody | null
  readonly revision: number
}

/** What has become of a kept arrival. */
export interface Settlement
  extends Pick<
    KeptArrival,
    'id' | 'revision' | 'state' | 'code' | 'reasons' | 'shape' | 'mappingId' | 'records' | 'waiting'
  > {
  /** How many of its records went in with this. */
  readonly accepted: number
}

/** Who sent it. */
export type ArrivalSource = Credential['kind'] | 'import'

export function sourceOf({ apiKeyId, code }: Pick<ArrivalView, 'apiKeyId' | 'code'>): ArrivalSource {
  if (code === rowsLeftOut) return 'import'
  return apiKeyId === null ? 'ingestToken' : 'apiKey'
}
