import type { EmailDomain } from '../../domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../domain/account/open-id/sign-in-provider.ts'
import type { User } from '../../domain/account/user.ts'

/** Stores the e-mail domains and the sign-in provider of organizations, and the members whom the provider knows. */
export interface OrganizationSignInStore {
  /** Adds a domain. Throws CONFLICT if the organization has added it already. */
  addDomain(domain: EmailDomain): Promise<void>
  /** Returns the domains of an organization, by name. */
  domainsOf(organizationId: string): Promise<readonly EmailDomain[]>
  lockDomain(organizationId: string, id: string): Promise<EmailDomain | null>
  /** Stores a domain that is locked. Throws CONFLICT if another organization has proven it. */
  saveDomain(domain: EmailDomain): Promise<void>
  removeDomain(id: string): Promise<void>
  /** Returns the provider of an organization that is in this cell; null if there is none. */
  provider(organizationId: string): Promise<SignInProvider | null>
  /** Stores the provider of an organization. The organization must be locked. */
  saveProvider(provider: SignInProvider): Promise<void>
  /** Deletes the provider of an organization, if there is one. The organization must be locked. */
  removeProvider(organizationId: string): Promise<void>
  /** Returns the id of the member whom the provider knows by a subject; null if there is none. */
  memberBy(organizationId: string, subject: string): Promise<string | null>
  /**
   * Stores the subject by which the provider knows a member. Throws CONFLICT if it knows the member by another subject.
   */
  linkMember(organizationId: string, subject: string, userId: string, at: Date): Promise<void>
  /** Forgets the subjects of all members of an organization, and of removed ones. */
  forgetSubjects(organizationId: string): Promise<void>
  /**
   * Notes that a member was removed, with the subject by which the provider knows the member. Called before the user is
   * deleted. The note ends when a user with the address is added.
   */
  noteRemoved(user: Pick<User, 'id' | 'organizationId' | 'email'>, at: Date): Promise<void>
  /** Notes the former address of a member who has another one now. The note ends when a user with it is added. */
  noteFormer(user: Pick<User, 'organizationId' | 'email'>, at: Date): Promise<void>
  /** Returns whether an address is noted, or the subject of a removed member. */
  wasRemoved(
    organizationId: string,
    identity: { readonly email: string; readonly subject: string },
  ): Promise<boolean>
}

/** An organization's domains and its sign-in provider. */
export interface OrganizationSignIn {
  readonly domains: readonly EmailDomain[]
  readonly provider: SignInProvider | null
}

/** Reads the domains and the sign-in providers of organizations. */
export abstract class OrganizationSignIns {
  /** Returns the domains of an organization, by name, and its provider. */
  abstract of(organizationId: string): Promise<OrganizationSignIn>
  /**
   * Returns the provider of the organization that has proven a domain; null if there is none in this cell. An
   * organization that is being moved has none.
   */
  abstract providerOf(domain: string): Promise<SignInProvider | null>
  /** Returns a provider by the id of its connection; null if there is none in this cell. */
  abstract provider(id: string): Promise<SignInProvider | null>
  /**
   * Returns proven domains that were last checked before a time, and notes them as checked now, so that no other
   * process checks them. Domains that were not checked for the longest time come first.
   */
  abstract takeUnchecked(before: Date, now: Date, most: number): Promise<readonly EmailDomain[]>
}
