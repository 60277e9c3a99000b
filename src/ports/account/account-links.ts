import type { AccountLink, LinkPurpose } from '../../domain/account/account-link.ts'
import type {
  InvitationEnd,
  InvitationView,
  ListedInvitation,
  StoredInvitation,
} from '../../domain/account/invitation.ts'
import type { PasswordReset } from '../../domain/account/password/password-reset.ts'
import type { User } from '../../domain/account/user.ts'
import type { Language } from '../../domain/text/language.ts'
import type { InTransaction } from '../in-transaction.ts'

/**
 * Stores one-time links that are given to people: address confirmations, invitations, links to the demo and
 * password resets. Sign-ins that wait for the second factor are stored as links too.
 */
export abstract class AccountLinkStore {
  abstract add(this: InTransaction, link: AccountLink): Promise<void>
  /**
   * Uses up an account link and returns it; null if the link is unknown, has another purpose, was used or is
   * too old.
   */
  abstract take(
    this: InTransaction,
    digest: string,
    purpose: LinkPurpose,
    at: Date,
  ): Promise<AccountLink | null>
  /**
   * Uses up the invitation of an address into an organization and returns it; null if the link is no such invitation,
   * was used or is too old.
   */
  abstract takeInvitation(
    this: InTransaction,
    digest: string,
    email: string,
    at: Date,
  ): Promise<AccountLink | null>
  /** Returns an invitation into an organization, without using it; null if `takeInvitation` would not take it. */
  abstract viewOf(digest: string, at: Date): Promise<InvitationView | null>
  /** Returns the organization of a used invitation of an address into it; null if the link is no such invitation. */
  abstract organizationOfUsed(digest: string, email: string): Promise<string | null>
  /**
   * Returns the reason why an invitation ended with the role of its inviter, used or not; null if it did not, or if
   * the link is no invitation into an organization.
   */
  abstract endOf(digest: string): Promise<InvitationEnd | null>
  /** Returns the id of the user of an unused link, without using it; null if `take` would not take the link. */
  abstract userOf(digest: string, purpose: LinkPurpose, at: Date): Promise<string | null>
  /** Returns whether a link of a user with this purpose and address was used. The user must be locked. */
  abstract wasTaken(
    this: InTransaction,
    userId: string,
    purpose: LinkPurpose,
    email: string,
  ): Promise<boolean>
  /** Deletes all links of the users of an account with these purposes, so that they can no longer be used. */
  abstract endLinks(this: InTransaction, accountId: string, purposes: readonly LinkPurpose[]): Promise<void>
  /** Returns the unused invitations of an organization, latest first. */
  abstract invitations(organizationId: string): Promise<readonly ListedInvitation[]>
  /** Returns whether an e-mail address has an invitation that is unused and has not ended. */
  abstract isInvited(email: string, at: Date): Promise<boolean>
  /**
   * Adds an invitation, which replaces the organization's unused invitations to the same address. The
   * organization must be locked.
   */
  abstract invite(this: InTransaction, invitation: StoredInvitation): Promise<void>
  /**
   * Locks and returns the invitations that `invite` would replace: the organization's unused invitations to
   * this address. The organization must be locked.
   */
  abstract lockInvitationsOf(
    this: InTransaction,
    organizationId: string,
    email: string,
  ): Promise<readonly StoredInvitation[]>
  /** Locks and returns an unused invitation of an organization; null if there is none. */
  abstract lockInvitation(
    this: InTransaction,
    organizationId: string,
    id: string,
  ): Promise<StoredInvitation | null>
  abstract withdraw(this: InTransaction, id: string): Promise<void>
  /**
   * Stores a password reset for the account with an e-mail address. Returns null if there is no account,
   * after the same time as for a known account.
   */
  abstract addReset(this: InTransaction, email: string, reset: PasswordReset): Promise<ResetOwner | null>
  /** Returns the id of the account of an unused reset, without using it; null if `takeReset` would not take it. */
  abstract accountOfReset(digest: string, at: Date): Promise<string | null>
  /**
   * Uses up a password reset, and locks its account and returns the id; null if the reset is unknown, was used or is too
   * old.
   */
  abstract takeReset(this: InTransaction, digest: string, at: Date): Promise<string | null>
  /** Ends all unused password resets of an account. */
  abstract endResets(this: InTransaction, accountId: string, at: Date): Promise<void>
}

/** The user to whom a password reset is mailed, with the language of the organization. */
export interface ResetOwner extends Pick<User, 'id' | 'organizationId' | 'email' | 'name'> {
  readonly language: Language
}
