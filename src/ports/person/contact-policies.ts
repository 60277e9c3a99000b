import type { ContactPolicy } from '../../domain/person/contact-policy.ts'

/**
 * Reads how often each organization may write to one person, and applies a changed policy to the recipients that
 * wait because of it. `Slices.settleAndMark` applies the policy to every message.
 */
export abstract class ContactPolicies {
  /**
   * Returns the contact policy of an organization; a policy without limits if the organization never set one.
   */
  abstract of(organizationId: string): Promise<ContactPolicy>
  /** Makes all recipients due that wait because of the contact policy, so that the present policy decides. */
  abstract reviewWaits(organizationId: string): Promise<void>
}

export interface ContactPolicyStore {
  of(organizationId: string): Promise<ContactPolicy>
  /** Sets the contact policy of an organization for all messages whose marking begins after the commit. */
  set(organizationId: string, policy: ContactPolicy): Promise<void>
}
