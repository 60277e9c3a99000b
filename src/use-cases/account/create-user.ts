import type { Account } from '../../domain/account/account.ts'
import type { Actor } from '../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../domain/account/audit/subject.ts'
import { assertNotWeak } from '../../domain/account/password/password-weakness.ts'
import type { Role } from '../../domain/account/role.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { AccountStore } from '../../ports/account/accounts.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

export interface CreateUserCommand {
  readonly organizationId: string
  readonly email: string
  readonly password: string
  readonly name: string
  readonly role: Role
  readonly by: Actor
}

/** The user whom the operator has added, and whether the person had an account before, which keeps its password. */
interface CreatedUser {
  readonly id: string
  readonly hadAccount: boolean
}

/**
 * Adds a user to an existing organization on behalf of the operator. If the address has an account, the user belongs
 * to that account, and the password is not used.
 */
export class CreateUser {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(accounts: AccountStore, unitOfWork: UnitOfWork, passwords: Passwords, clock: Clock, ids: Ids) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ password, email: typed, by, ...user }: CreateUserCommand): Promise<CreatedUser> {
    const email = emailOf(typed)
    const id = this.#ids.next()
    const present = (await this.#accounts.findByEmail(email))?.account ?? null
    const hadAccount = present !== null
    const account = present ?? (await this.#newAccount(email, password, user.name))
    await this.#unitOfWork.run(async (tx) => {
      const { organizationId, name, role } = user
      const organization = isId(organizationId) ? await tx.organizations.lock(organizationId) : null
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      if (hadAccount) await lockConfirmed(tx, present)
      else await tx.accounts.add(account)
      await tx.accounts.addUser({ ...user, id, accountId: account.id, email, createdAt: this.#clock.now() })
      const subject = userAuditSubject(email, { id })
      const after = { name, role }
      await tx.audit.add({ action: 'member.created', organizationId: organization.id, by, subject, after })
    })
    return { id, hadAccount }
  }

  async #newAccount(email: string, password: string, name: string): Promise<Account> {
    assertNotWeak(await this.#passwords.weaknessOf(password, [email, name]))
    const passwordHash = await this.#passwords.hash(password)
    const createdAt = this.#clock.now()
    return { id: this.#ids.next(), email, passwordHash, addressConfirmedAt: createdAt, createdAt }
  }
}

/**
 * Locks an account, so that it is not deleted meanwhile. Refuses an account without a confirmed address, because
 * a stranger may have signed up with the address.
 */
async function lockConfirmed(tx: Transaction, { id, email }: Account): Promise<void> {
  const account = await tx.accounts.lock(id)
  if (account?.email !== email)
    throw new DomainError('CONFLICT', { message: 'The account was changed at the same moment; try again' })
  if (account.addressConfirmedAt !== null) return
  throw new DomainError('CONFLICT', {
    message: sentence(
      'The account of {email} has no confirmed address, so it may belong to another person. Invite the person instead, with the command "invite"',
      { email },
    ),
  })
}
