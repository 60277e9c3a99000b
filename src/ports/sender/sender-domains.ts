import type { DomainVerdict } from '../../domain/sender/domain-findings.ts'
import type { Sender } from '../../domain/sender/sender.ts'

/** A sender with the last DNS findings about the domain of its address. */
export interface CheckedSender
  extends Pick<
    Sender,
    'id' | 'organizationId' | 'kind' | 'name' | 'address' | 'replyTo' | 'signature' | 'settings'
  > {
  /** The verdict of the last DNS check of the sender's domain; null if the domain was not checked yet. */
  readonly verdict: DomainVerdict | null
}

/** Stores the DNS findings about the domains of senders' addresses. */
export abstract class SenderDomains {
  abstract find(organizationId: string, senderId: string): Promise<CheckedSender | null>

  /**
   * Returns the senders that the steps of a spinner use. `named` has the senders of each step; a step without
   * any uses the organization's default sender.
   */
  abstract usedBy(
    organizationId: string,
    named: readonly (readonly string[])[],
  ): Promise<readonly CheckedSender[]>

  /** Takes some connected senders whose DNS check is due. No other caller gets them until a day later. */
  abstract takeDue(now: Date, most: number): Promise<readonly CheckedSender[]>

  /** Stores the verdict on a sender's domain, which is valid until the next DNS check, a day later. */
  abstract save(senderId: string, verdict: DomainVerdict): Promise<void>
}
