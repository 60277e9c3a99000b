export const minPasswordLength = 10
export const maxPasswordLength = 200

/** The value stored instead of a password hash while an account has no password. No password matches it. */
export const noPassword = '!'

/**
 * The way in which a person signs in: the e-mail address, the password, the second factor and the identities at
 * sign-in providers. A person has one account, and one user in each organization.
 */
export interface Account {
  readonly id: string
  /** The e-mail address of the person as `normalizedEmail` returns it. */
  readonly email: string
  readonly passwordHash: string
  /** The time when the person proved that the e-mail address is theirs; null if it is not proved. */
  readonly addressConfirmedAt: Date | null
  readonly createdAt: Date
}

export function hasNoPassword({ passwordHash }: Pick<Account, 'passwordHash'>): boolean {
  return passwordHash === noPassword
}

/**
 * Returns the replacement address of an account whose old address belongs to another person. The replacement
 * receives no mail.
 */
export function releasedAddress({ id }: Pick<Account, 'id'>): string {
  return `${id}@released.invalid`
}
