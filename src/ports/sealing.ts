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

/** What a sealed text belongs to: moved to anything else, it does not open. */
export interface Belonging {
  readonly kind: SealedKind
  /** Of the row, and of the place in it where it holds several. */
  readonly id: string
}

/** The name in the ring of SESSION_SECRET, which encrypted before there was a ring. */
export const sessionKey = 'session'

/** Seals what somebody who reads the database is not to read: by the newest key of the ring, and opens by any. */
export abstract class Sealing {
  /**
   * Whether what is new is sealed. In a database that the version before 0.3 has worked on it is not until the
   * operator says so, because processes of that version would send to receivers what they cannot open.
   */
  abstract hasBegun(): Promise<boolean>

  /** As text without white space, which names the key that it was sealed under. */
  abstract seal(text: string, of: Belonging): string
  /** Null where it was moved or changed, or the key is not in the ring. */
  abstract open(sealed: string, of: Belonging): string | null

  /** The same for bytes. */
  abstract sealBytes(bytes: Uint8Array, of: Belonging): Buffer
  abstract openBytes(sealed: Uint8Array, of: Belonging): Buffer | null

  /** The key that seals, by name. */
  abstract readonly newestKey: string
  /** By which a key is known again, and from which it cannot be had; null where it is not in the ring. */
  abstract proofOf(key: string): string | null
  /** The key that something was sealed under; null for a text from before keys had names. */
  abstract keyOf(sealed: string | Uint8Array): string | null
}
