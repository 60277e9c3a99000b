import { isAtLeast, type Role, roleWithArticle } from '../../../domain/account/role.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Accounts } from '../../../ports/account/accounts.ts'

/** The largest number of members that the error about a missing role names. */
const mostNamed = 3

/**
 * Refuses a request of a member whose role is too low. The error names the required role and members who have
 * it.
 */
export class AdmitRole {
  readonly #accounts: Accounts

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  async execute({ user }: SignedIn, least: Role): Promise<void> {
    if (isAtLeast(user.role, least)) return
    const members = await this.#accounts.members(user.organizationId)
    const able = members.filter(({ role }) => isAtLeast(role, least)).slice(0, mostNamed)
    const named = able
      .map(({ name, email, role }) => `${name} (${email}), ${roleWithArticle(role)}`)
      .join('; or ')
    const ask = named === '' ? '' : ` Ask ${named}.`
    const message = `This requires at least the role ${least}; you are ${roleWithArticle(user.role)}.${ask}`
    throw new DomainError('FORBIDDEN', { message })
  }
}
