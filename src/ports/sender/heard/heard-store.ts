import type { Answered, HeardKind } from '../../../domain/sender/heard/heard.ts'
import type { MessagePlace } from '../message/message-ids.ts'

/**
 * The outcome of an inbound fact; `nobody`: it answers no message of the organization; `unproven`: it names an address that
 * was written to, and may be forged.
 */
export type HeardOutcome = 'stopped' | 'held' | 'suppressed' | 'noted' | 'nobody' | 'unproven'

export interface HeardEntry {
  readonly organizationId: string
  readonly key: string
  readonly kind: HeardKind
  readonly senderId: string | null
  readonly at: Date
  /** The message that an unproven fact is about; null for all others. */
  readonly place: MessagePlace | null
}

/** What was heard in the last 30 days, and whom it can be about. */
export interface HeardStore {
  /** False where it was heard before. Of two at once the second waits for the first. */
  enter(entry: HeardEntry): Promise<boolean>
  note(entry: HeardEntry, outcome: HeardOutcome): Promise<void>
  hasJob(organizationId: string, jobId: string): Promise<boolean>
  /**
   * The message by what the provider calls it, or its conversation; `isExact` if the fact names the message by an id, its
   * own or the one that the provider has given to it.
   */
  sentAs(
    organizationId: string,
    senderId: string | null,
    answers: Pick<Answered, 'messageIds' | 'providerId' | 'providerThread'>,
  ): Promise<(MessagePlace & { readonly isExact: boolean }) | null>
  /**
   * The message that a provider sent under one of the Message-IDs. They were read back from the provider, so they prove
   * as much as a signed one.
   */
  sentUnder(organizationId: string, messageIds: readonly string[]): Promise<MessagePlace | null>
  /** The latest message to an address. */
  lastWrittenTo(organizationId: string, address: string, since: Date): Promise<MessagePlace | null>
  /** Whether a recipient's messages went to the address. */
  wentTo(organizationId: string, address: string, place: MessagePlace): Promise<boolean>
  /** The sender that a message went by, and for which spinner; null where it was the deployment's own server. */
  sentBy(place: MessagePlace): Promise<{ readonly senderId: string; readonly spinnerId: string } | null>
}
