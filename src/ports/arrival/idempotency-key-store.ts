export interface IdempotencyKeyStore {
  /** Deletes up to `most` keys from before a time. Returns their number. */
  forget(before: Date, most: number): Promise<number>
}
