export interface ConnectionUse {
  readonly used: number
  readonly free: number
  /** The number of callers that wait for a connection. */
  readonly waiting: number
}

/** The connections to the database. */
export abstract class Connections {
  /** Returns the connections of this process; null if there is no database. */
  abstract use(): ConnectionUse | null

  /** Counts the connections of processes of the former version, as far as the database can tell. */
  abstract ofFormerVersion(): Promise<number>
}
