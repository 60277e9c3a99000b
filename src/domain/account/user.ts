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
  /** The time when the person showed that the address is theirs; null if nobody has. */
  readonly addressConfirmedAt: Date | null
  readonly createdAt: Date
}

/** A user without what decides how they sign in. */
export type Person = Omit<User, 'passwordHash' | 'addressConfirmedAt'>

/** Returns the address that an account gets whose address turned out to be somebody else's. It takes no mail. */
export function releasedAddress({ id }: Pick<User, 'id'>): string {
  return `${id}@released.invalid`
}
