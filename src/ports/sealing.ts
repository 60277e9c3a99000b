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

/** The name of SESSION_SECRET in the key ring. It encrypted secrets before there was a key ring. */
export const sessionKey = 'session'

/**
 * Encrypts secrets in the database, so that reading the database does not reveal them. Seals with the newest
 * key of the ring; opens with any key.
 */
export abstract class Sealing {
  /**
   * Returns whether new secrets are sealed. In a database that a version before 0.3 has used, the operator
   * must begin it. Otherwise processes of that version would send sealed texts to receivers.
   */
  abstract hasBegun(): Promise<boolean>

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
  /** Returns the name of the key that sealed a text; null for a text from before keys had names. */
  abstract keyOf(sealed: string | Uint8Array): string | null
}
