import type { ActorView } from '../actor-view.ts'
import { mayManage, type Role } from './role.ts'

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
export interface StoredInvitation extends Invitation {
  readonly digest: string
}

/**
 * The reason why an invitation ended before its time. `inviterLeft`: the user who sent it is no longer a member.
 * `inviterDemoted`: that user may no longer invite people to its role.
 */
export const invitationEnds = ['inviterLeft', 'inviterDemoted'] as const
export type InvitationEnd = (typeof invitationEnds)[number]

/** An invitation as lists show it. */
export interface ListedInvitation extends Invitation {
  /** The user or the operator who sent the invitation. */
  readonly inviter: ActorView
  /** The reason why the invitation ended before its time; null if it did not. */
  readonly endedBecause: InvitationEnd | null
}

/** The parts of an invitation into an organization that the person who opens its link sees. */
export interface InvitationView extends Pick<Invitation, 'email' | 'role' | 'expiresAt'> {
  readonly organizationName: string
  /** The e-mail address of the user who sent the invitation; null for the operator of the service. */
  readonly inviterEmail: string | null
}

/**
 * Returns the reason why an invitation ended with the role of its inviter; null if it did not. `inviterRole` is the
 * present role of the inviter in the organization, and null if the inviter is no longer a member. Invitations by the
 * operator do not end with a role.
 */
export function endOfInvitation(
  { invitedBy, role }: Pick<Invitation, 'invitedBy' | 'role'>,
  inviterRole: Role | null,
): InvitationEnd | null {
  if (invitedBy === null) return null
  if (inviterRole === null) return 'inviterLeft'
  return mayManage(inviterRole, role) ? null : 'inviterDemoted'
}
