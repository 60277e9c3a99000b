import type { PutOffOutcome } from '../../../domain/job/recipient/put-off.ts'

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

/** A message that its sender had marked and that no server took. */
export interface UntakenMessage {
  readonly senderId: string
  readonly spinnerId: string
  /** When it was marked, which decides the day whose budget gets it back. */
  readonly markedAt: Date
  readonly at: Date
  /** The temporary refusal; null where nothing was refused, such as by a sender that was paused meanwhile. */
  readonly refusal: Pick<PutOffOutcome, 'code' | 'scope' | 'seconds'> | null
}

/**
 * Counts what comes back, and pauses a sender for a spinner where it is too much: no message that is marked after that
 * goes by it. What goes out is counted where it is marked.
 */
export abstract class SenderHealth {
  /** Answers whether the sender was paused by it. Nothing is noted of a sender that there is not. */
  abstract note(note: HealthNote): Promise<boolean>

  /**
   * Gives the message back to the budget of the day and counts it as not sent. Rests the sender where the refusal is
   * about its server, its account or many recipients: messages then wait (`SENDER_RESTS`). To be called once for a
   * message, because a second call would let the sender exceed its limit.
   */
  abstract giveBack(message: UntakenMessage): Promise<void>
}
