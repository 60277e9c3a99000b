import type { AccountLink, LinkPurpose } from '../../../domain/account/account-link.ts'
import type { KeptInvitation } from '../../../domain/account/invitation.ts'

export interface AccountLinkStore {
  add(link: AccountLink): Promise<void>
  /** Uses it up and answers it; null for one that is unknown, of another purpose, used or too old. */
  take(digest: string, purpose: LinkPurpose, at: Date): Promise<AccountLink | null>
  /** Whether an address has an invitation that it could take. */
  isInvited(email: string, at: Date): Promise<boolean>
  /** In the place of those that the organization has sent to the address before. It must be locked. */
  invite(invitation: KeptInvitation): Promise<void>
  /** Those that `invite` would replace, locked: unused, of an address, into an organization that is locked. */
  lockInvitationsOf(organizationId: string, email: string): Promise<readonly KeptInvitation[]>
  /** One that was not used yet, locked. */
  lockInvitation(organizationId: string, id: string): Promise<KeptInvitation | null>
  withdraw(id: string): Promise<void>
}
