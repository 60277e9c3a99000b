import type { PasswordWeakness } from '../../domain/account/password/password-weakness.ts'

export abstract class PasswordStrength {
  /** Why a password is too easy to guess; null where it is not. `own` is what strangers know of the person. */
  abstract weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null>
}
