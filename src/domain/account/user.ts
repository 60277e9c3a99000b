import type { Role } from './role.ts'

export const shortestPassword = 10
export const longestPassword = 200

/** The value stored instead of a password hash while a user has no password. No password matches it. */
export const noPassword = '!'

export function hasNoPassword({ passwordHash }: Pick<User, 'passwordHash'>): boolean {
  return passwordHash === noPassword
}

export interface User {
  readonly id: string
  readonly organizationId: string
  /** The e-mail address of the user as `normalizedEmail` returns it. */
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly passwordHash: string
  /** The time when the user proved that the e-mail address is theirs; null if it is not proved. */
  readonly addressConfirmedAt: Date | null
  readonly createdAt: Date
}

/** `User` without the fields that concern how the person signs in. */
export type Person = Omit<User, 'passwordHash' | 'addressConfirmedAt'>

/**
 * Returns the replacement address of an account whose old address belongs to another person. The replacement
 * receives no mail.
 */
export function releasedAddress({ id }: Pick<User, 'id'>): string {
  return `${id}@released.invalid`
}
