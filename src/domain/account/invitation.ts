import type { Role } from './role.ts'

/** Somebody who is asked to join an organization and has not done so yet. Kept as a link of the purpose `invitation`. */
export interface Invitation {
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly role: Role
  /** Null for the operator of the service. */
  readonly invitedBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The same with what opens it, as it is kept: never the secret itself. */
export interface KeptInvitation extends Invitation {
  readonly digest: string
}
