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
  /** Returns the use of this process's connections; null if there is no database. */
  abstract connectionUse(): ConnectionUse | null

  /** Returns what the service lacks for its work; null if the service is ready. */
  abstract missing(): Promise<string | null>
}
