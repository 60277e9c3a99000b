/**
 * The last append to a table that the restored database contains. Senders may have to repeat later requests.
 */
export interface LastAppend {
  readonly organization: string
  readonly table: string
  readonly at: Date
  readonly requestId: string
}

/** Stores when this database was restored to an earlier moment. */
export abstract class Restorations {
  /**
   * Returns the moment to which the database was restored, until the operator has dealt with the messages
   * sent since; otherwise null.
   */
  abstract pending(): Promise<Date | null>
  /** Stores the moment to which point-in-time recovery of PostgreSQL restored the database. */
  abstract note(moment: Date): Promise<void>
  /** Stores that the pending restoration was dealt with, and the figures of that work. */
  abstract noteFinished(figures: object): Promise<void>
  /**
   * Returns the time of the last event that the database contains, never later than the real time; null for
   * an empty database.
   */
  abstract lastMoment(): Promise<Date | null>
  /** Returns the number of runtimes that are connected to the database at this moment. */
  abstract connectedRuntimes(): Promise<number>
  /** Returns the last append of each of the tables that received records last, latest first. */
  abstract lastAppends(most: number): Promise<readonly LastAppend[]>
}
