import type { DomainVerdict } from '../../domain/sender/domain-findings.ts'
import type { Sender } from '../../domain/sender/sender.ts'

/** A sender, with what DNS said last of the domain that it writes from. */
export interface CheckedSender
  extends Pick<
    Sender,
    'id' | 'organizationId' | 'kind' | 'name' | 'address' | 'replyTo' | 'signature' | 'settings'
  > {
  /** Null where it was not looked up yet. */
  readonly verdict: DomainVerdict | null
}

/** Which domains senders write from, and what is known of them. */
export abstract class SenderDomains {
  abstract find(organizationId: string, senderId: string): Promise<CheckedSender | null>

  /** Those by which steps go, each of which names some; where it names none, by the organization's default. */
  abstract usedBy(
    organizationId: string,
    named: readonly (readonly string[])[],
  ): Promise<readonly CheckedSender[]>

  /**
   * Takes some whose time has come, which has not for anybody else until a day later. Only those that are connected.
   */
  abstract takeDue(now: Date, most: number): Promise<readonly CheckedSender[]>

  /** Until it is looked at again, a day later. */
  abstract save(senderId: string, verdict: DomainVerdict): Promise<void>
}
