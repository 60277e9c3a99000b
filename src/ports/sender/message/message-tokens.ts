/** The recipient and the step of a message, which identify the message. */
export interface MessagePlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
}

/** The address that an unsubscribe link is for, and the organization that wrote to it. */
export interface Unsubscriber {
  readonly organizationId: string
  readonly email: string
}

/**
 * Creates and reads the signed tokens of each e-mail: its Message-ID, and the link by which its recipient unsubscribes.
 * They cannot be forged, never expire and need no row in the database.
 */
export abstract class MessageTokens {
  /**
   * Returns the Message-ID of a message in angle brackets. Its domain is that of the address `from`; the deployment's if
   * that is null. A reply to one message cannot be attributed to another recipient.
   */
  abstract messageIdFor(place: MessagePlace, from: string | null): string
  /** Returns the message that a Message-ID identifies; null if this service did not sign the Message-ID. */
  abstract placeOf(messageId: string): MessagePlace | null
  abstract unsubscribeLinkFor(unsubscriber: Unsubscriber): string
  /**
   * Returns the address and organization of an unsubscribe link's token; null if the token was not signed by this
   * service.
   */
  abstract unsubscriberOf(token: string): Unsubscriber | null
}
