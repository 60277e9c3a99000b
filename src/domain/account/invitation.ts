import type { Role } from './role.ts'

/**
 * A pending invitation of a person to an organization. It is stored as a link with the purpose `invitation`.
 */
export interface Invitation {
  readonly id: string
  readonly organizationId: string
  readonly email: string
  readonly role: Role
  /** The user who sent the invitation; null for the operator of the service. */
  readonly invitedBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** `Invitation` with the digest of its token, as the database stores it. The token itself is not stored. */
export interface KeptInvitation extends Invitation {
  readonly digest: string
}
