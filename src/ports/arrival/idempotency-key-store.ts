export interface IdempotencyKeyStore {
  /** Deletes up to `most` idempotency keys from before a time. Returns the number of deleted keys. */
  forget(before: Date, most: number): Promise<number>
}
