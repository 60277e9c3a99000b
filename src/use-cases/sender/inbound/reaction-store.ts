import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { Attributed, ReceivedInboundFact } from './attribution.ts'

/** A reaction whose message is known, to be stored. */
export interface AttributedReaction extends ReceivedInboundFact {
  readonly attributed: Attributed
  /** Computes the digests of words in the organization. */
  readonly digestOf: (text: string) => string
  /** Whether the mail was processed before, perhaps in another mailbox. */
  readonly isRepeat: boolean
}

/** Stores the mails that are reactions to messages, for organizations that keep them. */
export abstract class ReactionStore {
  /**
   * Returns the function that computes the digests of words, if the reaction is to be stored; null otherwise. Reads the
   * organization's key, so it is called before the transaction, which has a connection already.
   */
  abstract digestOf(organizationId: string, fact: InboundFact): Promise<((text: string) => string) | null>
  /** Stores a reaction, last in the transaction that processes it. An unproven one is not stored. */
  abstract add(tx: Transaction, reaction: AttributedReaction): Promise<void>
}
