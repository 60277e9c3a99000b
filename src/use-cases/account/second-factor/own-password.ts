import type { Attempt } from '../../../domain/account/audit/refused-attempt.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import { hasNoPassword, type Person, type User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Accounts } from '../../../ports/account/accounts.ts'
import type { Passwords } from '../../../ports/account/passwords.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Checks the password that a signed-in user typed once more, before their second factor changes. A person at an
 * unlocked computer cannot change it then.
 */
export class OwnPassword {
  readonly #accounts: Accounts
  readonly #passwords: Passwords

  constructor(accounts: Accounts, passwords: Passwords) {
    this.#accounts = accounts
    this.#passwords = passwords
  }

  /**
   * Checks the password before a transaction begins, because the check is slow. Returns a function that locks the
   * user, and refuses the request if the password was replaced meanwhile.
   */
  async check(person: Person, password: string): Promise<(tx: Transaction) => Promise<User>> {
    const known = await this.#accounts.userByEmail(person.email)
    if (known !== null && hasNoPassword(known))
      throw new DomainError('CONFLICT', {
        message: 'Your account has no password. Two-factor sign-in protects a password; set one first',
      })
    const matches = await this.#passwords.matches(password, known?.passwordHash ?? null)
    if (known === null || !matches) throw wrongPassword(person)
    return async (tx) => {
      const present = await tx.users.lock(person.id)
      if (present?.passwordHash !== known.passwordHash) throw wrongPassword(person)
      return present
    }
  }
}

function wrongPassword(person: Person): RefusedAttempt {
  const message = 'The password is wrong'
  const errors = [{ pointer: '/password', code: 'WRONG_PASSWORD', message }]
  return new RefusedAttempt('VALIDATION_FAILED', { message, errors }, refusedChange(person))
}

/** Returns the error for a code that is wrong, is no longer valid or was used before. */
export function wrongCode(person: Person): RefusedAttempt {
  const message = 'The code is wrong, too old, or was used before. Enter the code that the app shows now'
  const errors = [{ pointer: '/code', code: 'WRONG_CODE', message }]
  return new RefusedAttempt('VALIDATION_FAILED', { message, errors }, refusedChange(person))
}

function refusedChange(person: Person): Attempt {
  const { organizationId, email } = person
  return { action: 'secondFactor.refused', organizationId, subject: accountSubject(email, person) }
}
