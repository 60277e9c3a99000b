import type { EmailDomain } from '../../domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../domain/account/open-id/sign-in-provider.ts'
import type { User } from '../../domain/account/user.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Stores the e-mail domains and the sign-in provider of organizations, and the members whom the provider knows. */
export abstract class OrganizationSignInStore {
  /** Returns the domains of an organization, by name, and its provider. */
  abstract of(organizationId: string): Promise<OrganizationSignIn>
  /**
   * Returns the provider of the organization that has proven a domain; null if there is none in this cell. An
   * organization that is being moved has none.
   */
  abstract providerOf(domain: string): Promise<SignInProvider | null>
  /** Returns a provider by the id of its connection; null if there is none in this cell. */
  abstract providerById(id: string): Promise<SignInProvider | null>
  /**
   * Returns proven domains that were last checked before a time, and notes them as checked now, so that no other
   * process checks them. Domains that were not checked for the longest time come first.
   */
  abstract takeUnchecked(before: Date, now: Date, most: number): Promise<readonly EmailDomain[]>
  /** Adds a domain. Throws CONFLICT if the organization has added it already. */
  abstract addDomain(this: InTransaction, domain: EmailDomain): Promise<void>
  /** Returns the domains of an organization, by name. */
  abstract domainsOf(organizationId: string): Promise<readonly EmailDomain[]>
  abstract lockDomain(this: InTransaction, organizationId: string, id: string): Promise<EmailDomain | null>
  /** Stores a domain that is locked. Throws CONFLICT if another organization has proven it. */
  abstract saveDomain(this: InTransaction, domain: EmailDomain): Promise<void>
  abstract removeDomain(this: InTransaction, id: string): Promise<void>
  /** Returns the provider of an organization that is in this cell; null if there is none. */
  abstract provider(organizationId: string): Promise<SignInProvider | null>
  /** Stores the provider of an organization. The organization must be locked. */
  abstract saveProvider(this: InTransaction, provider: SignInProvider): Promise<void>
  /** Deletes the provider of an organization, if there is one. The organization must be locked. */
  abstract removeProvider(this: InTransaction, organizationId: string): Promise<void>
  /** Returns the id of the member whom the provider knows by a subject; null if there is none. */
  abstract memberBy(organizationId: string, subject: string): Promise<string | null>
  /**
   * Stores the subject by which the provider knows a member. Throws CONFLICT if it knows the member by another subject.
   */
  abstract linkMember(
    this: InTransaction,
    organizationId: string,
    subject: string,
    userId: string,
    at: Date,
  ): Promise<void>
  /** Forgets the subjects of all members of an organization, and of removed ones. */
  abstract forgetSubjects(this: InTransaction, organizationId: string): Promise<void>
  /**
   * Notes that a member was removed, with the subject by which the provider knows the member. Called before the user is
   * deleted. The note ends when a user with the address is added.
   */
  abstract noteRemoved(
    this: InTransaction,
    user: Pick<User, 'id' | 'organizationId' | 'email'>,
    at: Date,
  ): Promise<void>
  /** Notes the former address of a member who has another one now. The note ends when a user with it is added. */
  abstract noteFormer(
    this: InTransaction,
    user: Pick<User, 'organizationId' | 'email'>,
    at: Date,
  ): Promise<void>
  /** Returns whether an address is noted, or the subject of a removed member. */
  abstract wasRemoved(
    organizationId: string,
    identity: { readonly email: string; readonly subject: string },
  ): Promise<boolean>
}

/** An organization's domains and its sign-in provider. */
export interface OrganizationSignIn {
  readonly domains: readonly EmailDomain[]
  readonly provider: SignInProvider | null
}
