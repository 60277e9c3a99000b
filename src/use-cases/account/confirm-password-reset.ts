import { assertNotWeak } from '../../domain/account/password-weakness.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PasswordStrength } from '../../ports/account/password-strength.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { confirmOrganization } from './confirm-organization.ts'

export interface ConfirmPasswordResetCommand {
  /** Null for what cannot be a token. */
  readonly digest: string | null
  readonly password: string
  /** Where it comes from. */
  readonly address: string
}

/** Sets a new password with a mailed token and ends every session, so that the old password opens nothing. */
export class ConfirmPasswordReset {
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #strength: PasswordStrength
  readonly #throttle: Throttle
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    strength: PasswordStrength,
    throttle: Throttle,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#strength = strength
    this.#throttle = throttle
    this.#clock = clock
  }

  async execute({ digest, password, address }: ConfirmPasswordResetCommand): Promise<void> {
    if (digest === null) throw invalidToken()
    assertNotWeak(await this.#strength.weaknessOf(password, []))
    const passwordHash = await this.#passwords.hash(password)
    const email = await this.#unitOfWork.run(async (tx) => {
      const at = this.#clock.now()
      const userId = await tx.passwordResets.take(digest, at)
      const user = userId === null ? null : await tx.users.lock(userId)
      if (user === null) throw invalidToken()
      // Whose it is, only the token tells; refused, it stays unused.
      assertNotWeak(await this.#strength.weaknessOf(password, [user.email, user.name]))
      await tx.users.save({ ...user, passwordHash })
      await tx.sessions.endAll(user.id, 'password_reset', at)
      // The mail has reached its reader, which shows that the address is theirs.
      await confirmOrganization(tx, user, at)
      return user.email
    })
    // Wrong guesses by others have counted against this account; they must not keep its owner out.
    await this.#throttle.forgiveOn('signIn', { account: email, address })
  }
}

function invalidToken(): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: 'This link was used already, or is older than 30 minutes; ask for a new one',
    errors: [{ pointer: '/token', code: 'INVALID_TOKEN' }],
  })
}
