import type { AnsweredMessage, InboundFactKind } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { MessagePlace } from '../message/message-tokens.ts'

/**
 * The outcome of an inbound fact. `nobody`: the fact answers no message of the organization. `unproven`: it
 * names an address that was written to, and may be forged.
 */
export type InboundFactOutcome = 'stopped' | 'held' | 'suppressed' | 'noted' | 'nobody' | 'unproven'

export interface InboundFactEntry {
  readonly organizationId: string
  readonly key: string
  readonly kind: InboundFactKind
  readonly senderId: string | null
  readonly at: Date
  /** The message that an unproven fact is about; null for all others. */
  readonly place: MessagePlace | null
}

/** The inbound facts of the last 30 days, and the messages that they may be about. */
export interface InboundFactStore {
  /**
   * Adds an inbound fact; returns false if it is known already. Of two simultaneous calls the second waits
   * for the first.
   */
  enter(entry: InboundFactEntry): Promise<boolean>
  note(entry: InboundFactEntry, outcome: InboundFactOutcome): Promise<void>
  hasJob(organizationId: string, jobId: string): Promise<boolean>
  /**
   * Returns the message that an inbound fact answers: the message with this provider id, or the latest of
   * this conversation. `isExact` is true if the fact names the message by its own id or by the provider's.
   */
  sentAs(
    organizationId: string,
    senderId: string | null,
    answers: Pick<AnsweredMessage, 'messageIds' | 'providerId' | 'providerThread'>,
  ): Promise<(MessagePlace & { readonly isExact: boolean }) | null>
  /**
   * Returns the message that a provider sent under one of these Message-IDs. The ids were read from the
   * provider, so they prove as much as a signed id.
   */
  sentUnder(organizationId: string, messageIds: readonly string[]): Promise<MessagePlace | null>
  /** Returns the latest message that was sent to an address since a time. */
  lastWrittenTo(organizationId: string, address: string, since: Date): Promise<MessagePlace | null>
  /** Returns whether messages to a recipient went to this address. */
  wentTo(organizationId: string, address: string, place: MessagePlace): Promise<boolean>
  /** Returns the sender and the spinner of a sent message; null if it left by the deployment's own server. */
  sentBy(place: MessagePlace): Promise<{ readonly senderId: string; readonly spinnerId: string } | null>
}
