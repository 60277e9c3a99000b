import { type Actor, asPerson, asUser } from '../../../domain/account/audit/actor.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import { assertStandsForAccount, type SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface AcceptInvitationCommand {
  readonly signedIn: SignedIn
  /** The digest of the invitation's token; null if the input cannot be a token. */
  readonly digest: string | null
  readonly by: Actor
}

/** Makes a person who has an account a member of the organization whose invitation they opened. */
export class AcceptInvitation {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /** Returns the user whom the person gets in the organization. */
  async execute({ signedIn: { session, user }, digest, by }: AcceptInvitationCommand): Promise<User> {
    assertStandsForAccount(session)
    if (digest === null) throw noInvitation(user)
    return this.#unitOfWork.run(async (tx) => {
      // Locks the account, so that it is not deleted meanwhile. It has another address while it moves to another cell.
      if ((await tx.accounts.lock(user.accountId))?.email !== user.email)
        throw new DomainError('UNAUTHENTICATED')
      const joined = await this.within(tx, user, digest, by)
      if (joined === null) throw noInvitation(user)
      return joined
    })
  }

  /**
   * Accepts an invitation in the transaction of another use case. Returns null if the invitation is not valid, is for
   * another address, or creates an organization. A person who is a member already stays the same user. The account
   * must be locked.
   */
  async within(tx: Transaction, person: User, digest: string, by: Actor): Promise<User | null> {
    const { accountId, email, name } = person
    const createdAt = this.#clock.now()
    const link = await tx.accountLinks.takeInvitation(digest, email, createdAt)
    if (link === null || link.organizationId === null) return null
    const { organizationId } = link
    const present = (await tx.users.ofAccount(accountId)).find((one) => one.organizationId === organizationId)
    if (present !== undefined) return present
    const role = link.role ?? 'editor'
    const user = { id: this.#ids.next(), organizationId, accountId, email, name, role, createdAt }
    await tx.users.add(user)
    const actor = asPerson(asUser(by, user), user)
    const subject = accountSubject(email, user)
    await tx.audit.add({ action: 'member.joined', organizationId, by: actor, subject, after: { role } })
    return user
  }
}

function noInvitation({ organizationId, email }: User): Error {
  return refusedLink({
    purpose: 'invitation',
    message: `The invitation was already used, is older than 7 days, or is for another address than ${email}. Sign in with the invited address, or ask for a new invitation`,
    pointer: '/invitation',
    organizationId,
  })
}
