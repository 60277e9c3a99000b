/** Slow on purpose, and only a few at a time: throws OVERLOADED when too many wait. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>
  /** With no hash there is no such account; that, and `noPassword`, costs the same to find out. */
  abstract matches(password: string, hash: string | null): Promise<boolean>
}
