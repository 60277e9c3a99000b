import type { PutOffOutcome } from '../../../domain/job/recipient/put-off.ts'

/** What came back of a message that a sender had sent for a spinner. */
export interface HealthNote {
  readonly senderId: string
  readonly spinnerId: string
  /**
   * No mailbox at the address; reported as unwanted; refused because of the sender, by its own server or provider in the
   * answer; refused because of the sender according to a later report, which a recipient can forge.
   */
  readonly kind: 'bounce' | 'complaint' | 'refused' | 'refusalReport'
  readonly at: Date
  /** In the words of the provider. */
  readonly words: string
  /** The domain of the recipient's address, in lower case. A refusal report without it is of no domain. */
  readonly domain?: string | null
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
 * Counts facts about messages, and pauses a sender for a spinner when there are too many: no message that is marked
 * after that goes by it. A sender is paused for all spinners if its own server refuses its messages, or if reports from
 * several spinners and domains say that they are refused.
 * Messages that leave are counted when they are marked.
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
