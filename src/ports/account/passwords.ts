/**
 * Hashes and checks passwords. Hashing is slow on purpose and runs only a few times at once. Throws
 * OVERLOADED if too many calls wait.
 */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>
  /**
   * Returns whether a password has this hash. The check takes the same time for an unknown account (null) and
   * for `noPassword`.
   */
  abstract matches(password: string, hash: string | null): Promise<boolean>
}
