/** Where something lies sealed, in the words in which an operator is told of it. */
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

/** Some of what lies in one place, gone through. */
export interface SealedBatch {
  /** How many were sealed by the newest key, which they were not before. */
  readonly sealed: number
  /** The keys that opened them, or that are missing for it; what was not sealed has none. */
  readonly olderKeys: readonly string[]
  /** How many cannot be opened, and are left as they are. */
  readonly unreadable: number
  /** Where the next batch begins; null after the last. */
  readonly next: string | null
}

/** Everything that lies sealed, whatever it is. */
export abstract class SealedThings {
  /**
   * What keeps this process from opening what is sealed, in words for the operator; null for nothing. Notes the key
   * that it seals with.
   */
  abstract faultOfKeys(): Promise<string | null>

  /** From now on what is new is sealed. Ends when every process has heard of it. */
  abstract begin(): Promise<void>

  /**
   * Seals by the newest key what is sealed by an older one, or not at all. Safe to repeat, and beside all other work.
   */
  abstract sealNext(place: SealedPlace, after: string | null): Promise<SealedBatch>

  /** The keys that something may be sealed under beside the newest. */
  abstract olderKeys(): Promise<readonly string[]>

  /** Nothing is sealed under these any more. */
  abstract forget(keys: readonly string[]): Promise<void>
}
