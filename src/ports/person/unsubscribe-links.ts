/** The address that an unsubscribe link is for, and the organization that wrote to it. */
export interface Unsubscriber {
  readonly organizationId: string
  readonly email: string
}

/** Creates signed links. They cannot be forged, never expire and need no row in the database. */
export abstract class UnsubscribeLinks {
  abstract linkFor(unsubscriber: Unsubscriber): string
  /**
   * Returns the address and organization of a link's token; null if the token was not signed by this service.
   */
  abstract read(token: string): Unsubscriber | null
}
