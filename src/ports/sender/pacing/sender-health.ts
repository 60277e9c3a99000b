/** What came back of a message that a sender had sent for a spinner. */
export interface HealthNote {
  readonly senderId: string
  readonly spinnerId: string
  /** No mailbox at the address; reported as unwanted; refused by the provider, whoever the recipient is. */
  readonly kind: 'bounce' | 'complaint' | 'refused'
  readonly at: Date
  /** In the words of the provider. */
  readonly words: string
}

/**
 * Counts what comes back, and pauses a sender for a spinner where it is too much: no message that is marked after that
 * goes by it. What goes out is counted where it is marked.
 */
export abstract class SenderHealth {
  /** Answers whether the sender was paused by it. Nothing is noted of a sender that there is not. */
  abstract note(note: HealthNote): Promise<boolean>
}
