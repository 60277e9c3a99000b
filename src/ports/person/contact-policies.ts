import type { ContactPolicy } from '../../domain/person/contact-policy.ts'

/** How often each organization writes to one person: `Slices.settleAndMark` asks it of every message. */
export abstract class ContactPolicies {
  /** None at all for an organization that never set one. */
  abstract of(organizationId: string): Promise<ContactPolicy>
}
