import type { Actor } from '../../domain/account/audit/actor.ts'
import { accountSubject } from '../../domain/account/audit/subject.ts'
import { assertNotWeak } from '../../domain/account/password/password-weakness.ts'
import type { Role } from '../../domain/account/role.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface CreateUserCommand {
  readonly organizationId: string
  readonly email: string
  readonly password: string
  readonly name: string
  readonly role: Role
  readonly by: Actor
}

/** Adds a user to an existing organization on behalf of the operator. */
export class CreateUser {
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, passwords: Passwords, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ password, email: typed, by, ...user }: CreateUserCommand): Promise<string> {
    const email = emailOf(typed)
    const id = this.#ids.next()
    assertNotWeak(await this.#passwords.weaknessOf(password, [email, user.name]))
    const passwordHash = await this.#passwords.hash(password)
    await this.#unitOfWork.run(async (tx) => {
      const { organizationId } = user
      const organization = isId(organizationId) ? await tx.organizations.lock(organizationId) : null
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const createdAt = this.#clock.now()
      const account = { id: this.#ids.next(), email, passwordHash, addressConfirmedAt: createdAt, createdAt }
      await tx.accounts.add(account)
      await tx.users.add({ ...user, id, accountId: account.id, email, createdAt })
      const { name, role } = user
      const subject = accountSubject(email, { id })
      await tx.audit.add({
        action: 'member.created',
        organizationId: organization.id,
        by,
        subject,
        after: { name, role },
      })
    })
    return id
  }
}
