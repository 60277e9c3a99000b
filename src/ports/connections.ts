export interface ConnectionUse {
  readonly used: number
  readonly free: number
  /** Those who wait for a connection. */
  readonly waiting: number
}

/** Connections to the database. */
export abstract class Connections {
  /** The connections of this process; null where there is no database. */
  abstract use(): ConnectionUse | null

  /** Counts the connections of processes of the former version, as far as the database can tell. */
  abstract ofFormerVersion(): Promise<number>
}
