export interface ConnectionUse {
  readonly used: number
  readonly free: number
  /** The number of callers that wait for a database connection. */
  readonly waiting: number
}

/** Reports the use of the connections to the database. */
export abstract class Connections {
  /** Returns the use of this process's connections; null if there is no database. */
  abstract use(): ConnectionUse | null

  /**
   * Returns the number of connections that processes of the former version have, as far as the database can
   * tell.
   */
  abstract ofFormerVersion(): Promise<number>
}
