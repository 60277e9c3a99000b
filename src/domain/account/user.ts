/**
 * What a person may do in their organization: an owner everything; a member the work, which is data tables,
 * records, spinners and jobs, to the deleting of them. What opens the organization to others (API keys, the
 * secret of its webhooks) and what it pays for (its plan) is the owners'.
 */
export const roles = ['owner', 'member'] as const
export type Role = (typeof roles)[number]

export function isOwner({ role }: Pick<User, 'role'>): boolean {
  return role === 'owner'
}

export const shortestPassword = 10
export const longestPassword = 200

/** In place of a hash while no password is set: no password matches it. */
export const noPassword = '!'

export function hasNoPassword({ passwordHash }: Pick<User, 'passwordHash'>): boolean {
  return passwordHash === noPassword
}

export interface User {
  readonly id: string
  readonly organizationId: string
  /** As `normalizedEmail` leaves it. */
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly passwordHash: string
  readonly createdAt: Date
}
