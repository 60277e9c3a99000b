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
