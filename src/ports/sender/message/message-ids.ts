/** The recipient and the step of a message, which identify the message. */
export interface MessagePlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
}

/** Creates signed Message-IDs. A reply to one cannot be attributed to another recipient. */
export abstract class MessageIds {
  /**
   * Returns a Message-ID in angle brackets. Its domain is that of the address `from`; the deployment's if
   * that is null.
   */
  abstract idFor(place: MessagePlace, from: string | null): string
  /** Returns the message that a Message-ID identifies; null if this service did not sign the Message-ID. */
  abstract read(messageId: string): MessagePlace | null
}
