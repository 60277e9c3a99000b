export interface ConnectionUse {
  readonly used: number
  readonly free: number
  /** The number of callers that wait for a database connection. */
  readonly waiting: number
}

export const databaseUnreachable = 'The database cannot be reached'

/**
 * Reports the state of the database as this process sees it: whether this version can work on it, and the use of its
 * connections.
 */
export abstract class DatabaseState {
  /** Returns how many database connections this process uses; null if there is no database. */
  abstract connectionUse(): ConnectionUse | null

  /**
   * Returns what still prevents the service from working, such as a missing migration; null if it is ready.
   */
  abstract missing(): Promise<string | null>
}
