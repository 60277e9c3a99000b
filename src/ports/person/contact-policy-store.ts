import type { ContactPolicy } from '../../domain/person/contact-policy.ts'

export interface ContactPolicyStore {
  of(organizationId: string): Promise<ContactPolicy>
  /** Holds for every message whose marking begins after the commit. */
  set(organizationId: string, policy: ContactPolicy): Promise<void>
}
