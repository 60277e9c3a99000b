/** Identifies a sent message by the recipient of a job and the step. */
export interface MessagePlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
}

/**
 * The e-mail address that an unsubscribe link unsubscribes, and the organization whose messages it no longer
 * gets.
 */
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
   * Returns the signed Message-ID of a message in angle brackets, so that a reply is attributed to its
   * recipient. The domain is that of the address `from`; the deployment's domain if `from` is null.
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
