import type { PasswordWeakness } from '../../domain/account/password/password-weakness.ts'

/**
 * Hashes and checks passwords, and refuses weak ones. Hashing is slow on purpose and runs only a few times at once.
 * Callers take turns by `asker`, which is a client address or the account of a signed-in user, so that many passwords
 * from one address do not delay the others. Throws OVERLOADED if too many calls wait.
 */
export abstract class Passwords {
  abstract hash(password: string, asker?: string | null): Promise<string>
  /**
   * Returns whether a password has this hash. The check takes the same time for an unknown account (null) and
   * for `noPassword`.
   */
  abstract matches(password: string, hash: string | null, asker?: string | null): Promise<boolean>
  /**
   * Returns why a password is too easy to guess; null if it is strong enough. `own` are facts about the
   * person that strangers know, such as the name.
   */
  abstract weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null>
}
