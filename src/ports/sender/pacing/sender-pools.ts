import type { SenderPool } from '../../../domain/sender/sender-pool.ts'

/** A pool as the API returns it. */
export interface SenderPoolView extends SenderPool {
  /** The number of messages that the senders of the pool have sent in the last 24 hours. */
  readonly used: number
  /** The ids of the senders of the pool, oldest first. */
  readonly senderIds: readonly string[]
}

/** Stores the pools of an organization: limits that several senders share. */
export interface SenderPoolStore {
  /** Returns the pools of an organization, oldest first. `at` is the time of their use. */
  of(organizationId: string, at: Date): Promise<readonly SenderPoolView[]>
  /** Returns a pool and locks it until the end of the transaction: no message is marked by its senders meanwhile. */
  lock(organizationId: string, id: string): Promise<SenderPool | null>
  add(pool: SenderPool): Promise<void>
  /** Stores a changed pool, and frees the times that it has given to waiting messages. */
  save(pool: SenderPool, at: Date): Promise<void>
  /** Deletes a pool. Its senders have none afterwards. */
  remove(id: string): Promise<void>
}
