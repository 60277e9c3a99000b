export type SealedKind =
  | 'ingest token'
  | 'signature secret'
  | 'webhook secret'
  | 'webhook header'
  | 'captured message'
  | 'logged message'
  | 'arrival'
  | 'digest key'
  | 'sender credentials'
  | 'connect state'
  | 'test call'

/** The owner of a sealed (encrypted) text. The text cannot be opened as the text of another owner. */
export interface SealedOwner {
  readonly kind: SealedKind
  /**
   * The id of the row that holds the sealed text, with the position in the row if it has several sealed
   * texts.
   */
  readonly id: string
}

/** The name of SESSION_SECRET in the key ring. */
export const sessionKey = 'session'

/**
 * Encrypts secrets in the database, so that reading the database does not reveal them. Seals with the newest
 * key of the ring; opens with any key.
 */
export abstract class Sealing {
  /** Returns the sealed form of a text, without white space. It includes the name of its key. */
  abstract seal(text: string, of: SealedOwner): string
  /**
   * Returns the opened text; null if the sealed text was moved or changed, or if its key is not in the ring.
   */
  abstract open(sealed: string, of: SealedOwner): string | null

  /** Seals bytes with the newest key of the ring, as `seal` does with text. */
  abstract sealBytes(bytes: Uint8Array, of: SealedOwner): Buffer
  abstract openBytes(sealed: Uint8Array, of: SealedOwner): Buffer | null

  /** The name of the newest key of the ring, which seals new data. */
  abstract readonly newestKey: string
  /** Returns a value that identifies a key without revealing it; null if the key is not in the ring. */
  abstract proofOf(key: string): string | null
  /** Returns the name of the key that sealed a text; null for a text that is not sealed. */
  abstract keyOf(sealed: string | Uint8Array): string | null
}

/** The places in the database that hold sealed (encrypted) data, in words for the operator. */
export const sealedPlaces = [
  'webhook URLs',
  'secrets that senders sign with',
  'secrets that sign webhooks',
  'headers of drafts',
  'headers of versions',
  'captured messages',
  'logged messages',
  'keys of digests',
  'bodies of arrivals',
  'credentials of senders',
  'calls of test mode',
] as const
export type SealedPlace = (typeof sealedPlaces)[number]

/** The result of sealing one batch of the texts in a place. */
export interface SealedBatch {
  /** The number of texts that the batch sealed with the newest key. */
  readonly sealed: number
  /**
   * The names of older keys that opened texts of the batch, or that are missing to open them.
   */
  readonly olderKeys: readonly string[]
  /** The number of texts of the batch that cannot be opened; they stay unchanged. */
  readonly unreadable: number
  /** The position at which the next batch of the place begins; null after the last batch. */
  readonly next: string | null
}

/**
 * Manages the sealing of all data in the database: checks the keys, and seals data of older keys again with
 * the newest key.
 */
export abstract class SealedThings {
  /**
   * Returns the reason why this process cannot open sealed data, in words for the operator; null if it can.
   * Stores the name of the key with which this process seals.
   */
  abstract faultOfKeys(): Promise<string | null>

  /**
   * Seals one batch of the data in a place with the newest key if the data has an older key. Can be
   * repeated, and runs beside all other work.
   */
  abstract sealNext(place: SealedPlace, after: string | null): Promise<SealedBatch>

  /** Returns the names of the keys, except the newest, that may still have sealed data. */
  abstract olderKeys(): Promise<readonly string[]>

  /** Deletes keys from the stored list of keys in use, once no data is sealed by them. */
  abstract forget(keys: readonly string[]): Promise<void>
}
