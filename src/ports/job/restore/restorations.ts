/** The last append to a table. Senders may have to repeat what they sent after it. */
export interface LastAppend {
  readonly organization: string
  readonly table: string
  readonly at: Date
  readonly requestId: string
}

/** The restorations of this database to an earlier moment. */
export abstract class Restorations {
  /**
   * Returns the moment to which the database was restored, if nobody has yet dealt with what was sent since;
   * otherwise null.
   */
  abstract pending(): Promise<Date | null>
  /** Stores that point-in-time recovery of PostgreSQL restored the database to this moment. */
  abstract note(moment: Date): Promise<void>
  /** Stores that the pending restoration was dealt with, and its figures. */
  abstract noteFinished(figures: object): Promise<void>
  /**
   * Returns the time of the last thing that the database contains, never later than the real one; null for an
   * empty database.
   */
  abstract lastMoment(): Promise<Date | null>
  /** Returns the number of runtimes that are connected to the database at this moment. */
  abstract connectedRuntimes(): Promise<number>
  /** Returns the last appends of the tables that received something last, latest first. */
  abstract lastAppends(most: number): Promise<readonly LastAppend[]>
}
