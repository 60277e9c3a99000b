/** Which message of which recipient it is. */
export interface MessagePlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
}

/** Message-IDs that are signed, so that whoever answers one cannot be taken for somebody else. */
export abstract class MessageIds {
  /** With the angle brackets. Its domain is that of the address which the message is from; null: of the deployment. */
  abstract idFor(place: MessagePlace, from: string | null): string
  /** Null for one that is not ours. */
  abstract read(messageId: string): MessagePlace | null
}
