export type SealedKind =
  | 'ingest token'
  | 'signature secret'
  | 'webhook secret'
  | 'webhook header'
  | 'captured message'
  | 'logged message'
  | 'thread message'
  | 'arrival'
  | 'digest key'
  | 'sender credentials'
  | 'connect state'
  | 'second factor'
  | 'sign-in provider'
  | 'test call'
  | 'request'
  | 'people cursor'

/**
 * The owner of an encrypted text, such as a row. The text cannot be decrypted as the text of another owner.
 */
export interface SealedOwner {
  readonly kind: SealedKind
  /**
   * The id of the row that holds the encrypted text, with the position in the row if it has several such
   * texts.
   */
  readonly id: string
}

/** The name that the environment variable SESSION_SECRET has as a key of the encryption key ring. */
export const sessionKey = 'session'

/**
 * Encrypts secrets in the database, so that reading the database does not reveal them. The key ring holds the
 * encryption keys. Encrypts with the newest key and decrypts with any of them.
 */
export abstract class Sealing {
  /** Encrypts a text. The result has no white space and contains the name of the encryption key. */
  abstract seal(text: string, of: SealedOwner): string
  /**
   * Returns the decrypted text. Null if the encrypted text was changed or moved to another owner, or if its
   * encryption key is not in the key ring.
   */
  abstract open(sealed: string, of: SealedOwner): string | null

  /** Encrypts bytes with the newest encryption key, as `seal` does with text. */
  abstract sealBytes(bytes: Uint8Array, of: SealedOwner): Buffer
  abstract openBytes(sealed: Uint8Array, of: SealedOwner): Buffer | null

  /** The name of the newest encryption key in the key ring, with which new data is encrypted. */
  abstract readonly newestKey: string
  /**
   * Returns a value that identifies an encryption key without revealing it; null if the key is not in the key
   * ring.
   */
  abstract proofOf(key: string): string | null
  /** Returns the name of the encryption key of an encrypted text; null for a text that is not encrypted. */
  abstract keyOf(sealed: string | Uint8Array): string | null
}

/**
 * The kinds of encrypted data in the database, in words for the operator, such as "credentials of senders".
 */
export const sealedPlaces = [
  'webhook URLs',
  'secrets that sources sign with',
  'secrets that sign webhooks',
  'secrets of destinations',
  'headers of drafts',
  'headers of versions',
  'captured messages',
  'logged messages',
  'mails of threads',
  'keys of digests',
  'bodies of arrivals',
  'credentials of senders',
  'secrets of authenticator apps',
  'secrets of sign-in providers',
  'calls of test mode',
  'requests with keys',
] as const
export type SealedPlace = (typeof sealedPlaces)[number]

/** The result of encrypting one batch of one kind of data again with the newest key. */
export interface SealedBatch {
  /** The number of encrypted texts of the batch that had an older key before, and have the newest key now. */
  readonly sealed: number
  /**
   * The names of the older keys that were found in the batch, including keys that are missing, so that their
   * texts could not be decrypted.
   */
  readonly olderKeys: readonly string[]
  /** The number of texts of the batch that cannot be decrypted; they stay unchanged. */
  readonly unreadable: number
  /** The position at which the next batch of this kind of data begins; null after the last batch. */
  readonly next: string | null
}

/**
 * Manages the encryption of all secrets in the database: checks the keys, and encrypts data of older keys
 * again with the newest key.
 */
export abstract class SealedThings {
  /**
   * Returns the reason why this process cannot decrypt data, in words for the operator; null if it can.
   * Stores the name of the key with which this process encrypts.
   */
  abstract faultOfKeys(): Promise<string | null>

  /**
   * Encrypts one batch of one kind of data again with the newest key, where an older key was used. Can be
   * repeated, and runs while the service works.
   */
  abstract sealNext(place: SealedPlace, after: string | null): Promise<SealedBatch>

  /**
   * Returns the names of all older encryption keys with which data in the database may still be encrypted.
   */
  abstract olderKeys(): Promise<readonly string[]>

  /** Deletes encryption keys from the stored list of keys in use, once no data is encrypted with them. */
  abstract forget(keys: readonly string[]): Promise<void>
}
