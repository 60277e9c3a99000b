/** What is asked of a move. */
export interface MoveOrder {
  readonly organizationId: string
  /** The database of the cell that it goes to. */
  readonly to: string
  /** What that cell is called. */
  readonly cell: string
  /** Where that cell is reached, for whom the proxy does not lead there; null where the proxy leads everybody. */
  readonly url: string | null
  /** For how long its requests may be refused. */
  readonly refusedSeconds: number
  /** For how long may be waited until no runtime works for it. */
  readonly drainSeconds: number
}

/**
 * What the two databases say of it: `here` where nothing has begun or all of it was given up, `switching` where it
 * ended at the one moment at which the other cell may have it already, `gone` where that one has it.
 */
export type MoveStanding = 'here' | 'switching' | 'gone'

/** What was copied by one pass. */
export interface CopiedRows {
  readonly rows: number
  readonly tables: number
}

/** What a proxy needs to know to send its callers to the other cell. */
export interface MovedCallers {
  /** SHA-256 of keys, tokens of tables and links, in base64url, as they are kept. */
  readonly credentialDigests: readonly string[]
  /** What is the same in all its links to unsubscribe, whatever cell stands before it. */
  readonly unsubscribePrefix: string
}

/** One organization on its way between two databases. Every step may be interrupted. */
export interface OrganizationMove {
  standing(): Promise<MoveStanding>
  /** Why it cannot go there, in words that say what to do; null where it can. */
  obstacle(): Promise<string | null>
  /** Takes over what differs, beside everything that goes on. */
  copy(): Promise<CopiedRows>
  /** Runtimes begin nothing of it any more; answers when they have ended what they had begun. */
  drain(): Promise<void>
  /** Nothing is taken of it any more; answers when nothing is under way. */
  close(): Promise<void>
  /**
   * Takes over the rest and lets the other cell have it, all at once; answers for how long requests were refused by
   * then.
   */
  switch(): Promise<number>
  /** After `switching`: true where the other cell has it. */
  settle(): Promise<boolean>
  callers(): Promise<MovedCallers>
  /** Deletes what is left of it here. */
  clearAway(): Promise<number>
  /** Lets it go on here. */
  giveUp(): Promise<void>
  /** Deletes what was copied to the other cell, which does not have it. */
  withdraw(): Promise<void>
  end(): Promise<void>
}

/** Takes organizations to other cells. */
export abstract class OrganizationMoves {
  abstract open(order: MoveOrder): Promise<OrganizationMove>
}
