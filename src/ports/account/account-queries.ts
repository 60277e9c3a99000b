import type { Invitation } from '../../domain/account/invitation.ts'
import type { Organization, OrganizationView } from '../../domain/account/organization.ts'
import type { Session, SignedIn } from '../../domain/account/sessions/session.ts'
import type { Person, User } from '../../domain/account/user.ts'

/** An organization as the operator of the service sees it. */
export interface OrganizationSummary extends Organization {
  readonly owners: readonly string[]
}

/** Somebody of an organization, as the others see them. */
export interface Member extends Person {
  /** To some minutes; null for somebody who has no session that is remembered. */
  readonly seenAt: Date | null
}

/** Reads about who there is. */
export abstract class AccountQueries {
  abstract userByEmail(email: string): Promise<User | null>
  abstract signedIn(sessionId: string): Promise<SignedIn | null>
  /** Of an organization, the highest roles first. */
  abstract members(organizationId: string): Promise<readonly Member[]>
  /** Those that nobody has used, the latest first. */
  abstract invitations(organizationId: string): Promise<readonly Invitation[]>
  /** A person's live ones, the latest first. */
  abstract sessionsOf(userId: string, now: Date): Promise<readonly Session[]>
  abstract organization(id: string): Promise<OrganizationView | null>
  /** Every one of them, the oldest first. */
  abstract organizations(): Promise<readonly OrganizationSummary[]>
}
