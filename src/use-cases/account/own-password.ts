import { type Account, hasNoPassword } from '../../domain/account/account.ts'
import { RefusedAttempt } from '../../domain/account/audit/refused-attempt.ts'
import { accountSubject } from '../../domain/account/audit/subject.ts'
import type { User } from '../../domain/account/user.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/**
 * Checks the password that a signed-in user typed once more, before their second factor or address changes. A person
 * at an unlocked computer cannot change them then.
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
   * account, and refuses the request if the password was replaced meanwhile.
   */
  async check(user: User, password: string): Promise<(tx: Transaction) => Promise<Account>> {
    const known = (await this.#accounts.accountByEmail(user.email))?.account ?? null
    if (known !== null && hasNoPassword(known))
      throw new DomainError('CONFLICT', {
        message: 'Your account has no password; set one first',
      })
    const matches = await this.#passwords.matches(password, known?.passwordHash ?? null, user.accountId)
    if (known === null || !matches) throw wrongPassword(user)
    return async (tx) => {
      const present = await tx.accounts.lock(user.accountId)
      if (present?.passwordHash !== known.passwordHash) throw wrongPassword(user)
      return present
    }
  }
}

function wrongPassword(user: User): RefusedAttempt {
  const message = 'The password is wrong'
  const errors = [{ pointer: '/password', code: 'WRONG_PASSWORD', message }]
  const { organizationId, email } = user
  const subject = accountSubject(email, user)
  const attempt = { action: 'password.refused', organizationId, subject } as const
  return new RefusedAttempt('VALIDATION_FAILED', { message, errors }, attempt)
}
