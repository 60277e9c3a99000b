import type { AccountLink, LinkPurpose } from '../../../domain/account/account-link.ts'
import type { KeptInvitation } from '../../../domain/account/invitation.ts'

export interface AccountLinkStore {
  add(link: AccountLink): Promise<void>
  /**
   * Uses up an account link and returns it; null if the link is unknown, has another purpose, was used or is
   * too old.
   */
  take(digest: string, purpose: LinkPurpose, at: Date): Promise<AccountLink | null>
  /** Returns whether an address has an invitation that it could accept. */
  isInvited(email: string, at: Date): Promise<boolean>
  /**
   * Adds an invitation. It replaces earlier invitations of the organization to the same address. The
   * organization must be locked.
   */
  invite(invitation: KeptInvitation): Promise<void>
  /**
   * Locks and returns the invitations that `invite` would replace: the unused ones to this address. The
   * organization must be locked.
   */
  lockInvitationsOf(organizationId: string, email: string): Promise<readonly KeptInvitation[]>
  /** Locks and returns an unused invitation of an organization; null if there is none. */
  lockInvitation(organizationId: string, id: string): Promise<KeptInvitation | null>
  withdraw(id: string): Promise<void>
}
