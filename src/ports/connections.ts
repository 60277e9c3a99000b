export interface ConnectionUse {
  readonly used: number
  readonly free: number
  /** Those who wait for a connection. */
  readonly waiting: number
}

/** The connections of this process to its database. */
export abstract class Connections {
  /** Null where there is no database. */
  abstract use(): ConnectionUse | null
}
