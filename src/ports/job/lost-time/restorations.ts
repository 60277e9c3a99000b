/** The last that a table took in: from there on senders may have to repeat. */
export interface LastAppend {
  readonly organization: string
  readonly table: string
  readonly at: Date
  readonly requestId: string
}

/** What a database knows of its being one that was restored to an earlier moment. */
export abstract class Restorations {
  /** The moment after which all is lost, where nobody has said yet what may have been sent since; null otherwise. */
  abstract pending(): Promise<Date | null>
  /** It was recovered to that moment by PostgreSQL's own means. */
  abstract note(moment: Date): Promise<void>
  /** Nothing is left to be said of what is pending. */
  abstract noteLookedAfter(figures: object): Promise<void>
  /** The last moment of which the database knows anything, no later than it really is; null of an empty one. */
  abstract lastMoment(): Promise<Date | null>
  /** Runtimes that are connected to it at this moment. */
  abstract connectedRuntimes(): Promise<number>
  /** Of the tables that took something in last, the latest first. */
  abstract lastAppends(most: number): Promise<readonly LastAppend[]>
}
