import type { Organization, OrganizationView } from '../../domain/account/organization.ts'
import type { SignedIn } from '../../domain/account/session.ts'
import type { User } from '../../domain/account/user.ts'

/** An organization as the operator of the service sees it. */
export interface OrganizationSummary extends Organization {
  readonly owners: readonly string[]
}

/** Reads about who there is. */
export abstract class AccountQueries {
  abstract userByEmail(email: string): Promise<User | null>
  abstract signedIn(sessionId: string): Promise<SignedIn | null>
  abstract organization(id: string): Promise<OrganizationView | null>
  /** Every one of them, the oldest first. */
  abstract organizations(): Promise<readonly OrganizationSummary[]>
}
