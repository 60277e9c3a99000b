/** Whose link it is: an address, and the organization that wrote to it. */
export interface Unsubscriber {
  readonly organizationId: string
  readonly email: string
}

/** Signed links: they cannot be forged, never expire and need no row in the database. */
export abstract class UnsubscribeLinks {
  abstract linkFor(unsubscriber: Unsubscriber): string
  /** Null for a token that was not signed here. */
  abstract read(token: string): Unsubscriber | null
}
