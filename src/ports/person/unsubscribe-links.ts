/** Whose link it is: an address, and the organization that wrote to it. */
export interface Unsubscriber {
  readonly organizationId: string
  readonly email: string
}

/** Links that nobody else can make up, good for ever and without an entry anywhere. */
export abstract class UnsubscribeLinks {
  abstract linkFor(unsubscriber: Unsubscriber): string
  /** Null for a token that was not signed here. */
  abstract read(token: string): Unsubscriber | null
}
