import type { Departure, Move } from '../../domain/cell/departure.ts'

/** The parameters of an organization's move to another cell. */
export interface MoveOrder {
  readonly organizationId: string
  /** The URL of the destination cell's database. */
  readonly to: string
  /** The name of the cell (a deployment behind the proxy) to which the organization moves. */
  readonly cell: string
  /** The name of the cell that the organization leaves; null if it has none. */
  readonly from: string | null
  /**
   * The URL of the destination cell for callers that the proxy does not route to it; null if the proxy routes
   * all.
   */
  readonly url: string | null
  /** The longest time in seconds for which requests of the organization may be refused. */
  readonly refusedSeconds: number
  /** The longest time in seconds to wait until no runtime works for the organization. */
  readonly drainSeconds: number
}

/**
 * The state of an organization's move according to both databases. `here`: nothing has begun, or the move was
 * given up. `switching`: the move was interrupted at the one moment at which the other cell may already have
 * the organization. `gone`: the other cell has it. `unknownMove`: the other cell has it by a move of which this
 * cell knows nothing, because the database of this cell was restored to a time before that move.
 */
export type MoveState = 'here' | 'switching' | 'gone' | 'unknownMove'

/**
 * The result of undoing a move. `undone`: the other cell has nothing of the organization. `moved`: the other cell
 * already has the organization. `inBoth`: both cells have it, and this cell got it later.
 */
export type UndoneMove = 'undone' | 'moved' | 'inBoth'

/** The numbers of rows and tables that one copying pass of a move copied. */
export interface CopiedRows {
  readonly rows: number
  readonly tables: number
}

/**
 * The facts by which the proxy in front of the cells sends the requests of a moved organization to its new
 * cell.
 */
export interface MovedCallers {
  /** The SHA-256 digests in base64url of the moved organization's API keys, ingest tokens and links. */
  readonly credentialDigests: readonly string[]
  /** The common prefix of all unsubscribe links of the organization, no matter which cell made them. */
  readonly unsubscribePrefix: string
}

/** A move of one organization between two databases. Every step can be interrupted and repeated. */
export interface OrganizationMove {
  state(): Promise<MoveState>
  /** Returns why the organization cannot move, with advice for the operator; null if it can. */
  obstacle(): Promise<string | null>
  /**
   * Copies all new and changed rows of the organization to the other cell, while the organization keeps
   * working in this cell.
   */
  copy(): Promise<CopiedRows>
  /**
   * Stops runtimes from beginning work for the organization. Returns when they have finished what they had
   * begun.
   */
  drain(): Promise<void>
  /** Refuses further requests of the organization. Returns when no request is in progress. */
  close(): Promise<void>
  /**
   * In one step, copies the last changed rows and gives the organization to the other cell. Returns the
   * milliseconds for which requests were refused.
   */
  switch(): Promise<number>
  /**
   * Finds out how a move ended that was interrupted in state `switching`, and stores it. Returns true if the
   * other cell has the organization; false if it stays here.
   */
  settle(): Promise<boolean>
  /**
   * Stores in state `unknownMove`, after `close`, that the other cell has the organization. The rest is then
   * deleted here as after any move.
   */
  leave(): Promise<void>
  /**
   * Stores in state `gone` the name and URL of the other cell again, which an earlier command may have given wrongly.
   * Fails if the order names another cell, and another database than the one that received the organization.
   */
  correctCell(): Promise<void>
  callers(): Promise<MovedCallers>
  /** Deletes the data of the moved organization that remains in this cell. */
  clearAway(): Promise<number>
  /** Gives up the move and reopens the organization in this cell. */
  giveUp(): Promise<void>
  /**
   * Deletes the organization's copies in the other cell that an interrupted move has left. Returns false if the
   * other cell has the organization by a complete move.
   */
  withdraw(): Promise<boolean>
  end(): Promise<void>
}

/** Begins moves of organizations to other cells (deployments behind the same proxy). */
export abstract class OrganizationMoves {
  abstract open(order: MoveOrder): Promise<OrganizationMove>
}

/**
 * Finds organizations that have moved to another cell, or are to be deleted. They are searched only for a credential
 * or id that is unknown in this cell.
 */
export abstract class Departures {
  abstract ofCredential(digest: string): Promise<Departure | null>
  abstract moveOf(organizationId: string): Promise<Move | null>
}
