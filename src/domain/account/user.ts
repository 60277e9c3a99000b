import type { Role } from './role.ts'

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
