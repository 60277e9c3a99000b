/** The places with sealed data, in words for the operator. */
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

/** The result of one batch of a place. */
export interface SealedBatch {
  /** The number of texts that were newly sealed by the newest key. */
  readonly sealed: number
  /** The older keys that opened texts, or that are missing to open them. Unsealed texts have none. */
  readonly olderKeys: readonly string[]
  /** The number of texts that cannot be opened; they stay unchanged. */
  readonly unreadable: number
  /** The position at which the next batch begins; null after the last. */
  readonly next: string | null
}

/** All sealed data in the database, whatever it is. */
export abstract class SealedThings {
  /**
   * Returns why this process cannot open sealed data, in words for the operator; null if it can. Stores the
   * name of the key with which this process seals.
   */
  abstract faultOfKeys(): Promise<string | null>

  /** Begins to seal new data. Returns when every process knows it. */
  abstract begin(): Promise<void>

  /**
   * Seals data of a place by the newest key if it has an older key or none. Can be repeated, and runs beside
   * all other work.
   */
  abstract sealNext(place: SealedPlace, after: string | null): Promise<SealedBatch>

  /** Returns the keys, except the newest, that may still have sealed something. */
  abstract olderKeys(): Promise<readonly string[]>

  /** Deletes keys from the list of keys in use, once nothing is sealed by them. */
  abstract forget(keys: readonly string[]): Promise<void>
}
