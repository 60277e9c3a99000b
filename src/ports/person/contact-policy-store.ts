import type { ContactPolicy } from '../../domain/person/contact-policy.ts'

export interface ContactPolicyStore {
  of(organizationId: string): Promise<ContactPolicy>
  /** Sets the contact policy of an organization for all messages whose marking begins after the commit. */
  set(organizationId: string, policy: ContactPolicy): Promise<void>
}
