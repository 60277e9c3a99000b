import type { PasswordWeakness } from '../../domain/account/password/password-weakness.ts'

export abstract class PasswordStrength {
  /**
   * Returns why a password is too easy to guess; null if it is not. `own` are facts about the person that
   * strangers know.
   */
  abstract weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null>
}
