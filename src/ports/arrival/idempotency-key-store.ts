export interface IdempotencyKeyStore {
  /** Forgets up to `most` of those from before; says how many. */
  forget(before: Date, most: number): Promise<number>
}
