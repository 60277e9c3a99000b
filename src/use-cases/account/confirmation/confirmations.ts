import { type Actor, asUser } from '../../../domain/account/audit/actor.ts'
import type { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { confirmOrganization } from './confirm-organization.ts'
import type { ConfirmationLinks, Owner } from './confirmation-links.ts'

/** The proofs that the owners of new organizations have the addresses with which they signed up. */
export class Confirmations {
  readonly #unitOfWork: UnitOfWork
  readonly #links: ConfirmationLinks
  readonly #throttle: Throttle
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, links: ConfirmationLinks, throttle: Throttle, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#links = links
    this.#throttle = throttle
    this.#clock = clock
  }

  /** Returns whether a person must confirm an address before their organization can send messages. */
  async isPending({ id, organizationId }: Pick<User, 'id' | 'organizationId'>): Promise<boolean> {
    const confirmation = await this.#unitOfWork.run((tx) => tx.organizations.lockConfirmation(organizationId))
    return confirmation?.userId === id && confirmation.confirmedAt === null
  }

  /** Mails the owner of an organization a link that proves ownership of the address. */
  async mailLink({ user, by }: { readonly user: Owner; readonly by: Actor }): Promise<void> {
    await this.#throttle.attemptOn('confirmation', { account: user.id, address: by.ipAddress })
    const post = await this.#unitOfWork.run(async (tx) => {
      const confirmation = await tx.organizations.lockConfirmation(user.organizationId)
      if (confirmation?.userId !== user.id || confirmation.confirmedAt !== null)
        throw new DomainError('CONFLICT', { message: 'Your address needs no confirmation' })
      return this.#links.add(tx, user)
    })
    post()
  }

  /**
   * Confirms the address of an organization's owner by a mailed link, in a session of the owner. Without a
   * session, a person could confirm the account that a stranger created with the person's address.
   */
  async confirm({
    signedIn: { session, user },
    digest,
    by,
  }: {
    readonly signedIn: SignedIn
    /** The digest of the token in the confirmation link; null if the input cannot be a token. */
    readonly digest: string | null
    readonly by: Actor
  }): Promise<void> {
    if (digest === null) throw invalidLink(user.organizationId)
    await this.#unitOfWork.run(async (tx) => {
      const at = this.#clock.now()
      const userId = await tx.accountLinks.userOf(digest, 'confirmation', at)
      const owner = (await tx.accounts.usersOf(user.accountId)).find(({ id }) => id === userId)
      if (owner === undefined) throw invalidLink(user.organizationId)
      await tx.organizations.lock(owner.organizationId)
      const present = await tx.accounts.lockUser(owner.id)
      const account = present && (await tx.accounts.lock(present.accountId))
      const link = await tx.accountLinks.take(digest, 'confirmation', at)
      if (present === null || account === null || link === null) throw invalidLink(user.organizationId)
      if (!(await confirmOrganization(tx, present, asUser(by, present), at)))
        throw invalidLink(user.organizationId)
      await tx.accounts.save({ ...account, addressConfirmedAt: at })
      await tx.sessions.endAll(account.id, 'password_reset', at, session.id)
    })
  }
}

function invalidLink(organizationId: string): RefusedAttempt {
  return refusedLink({
    purpose: 'confirmation',
    message:
      'The link was already used, is older than 24 hours, or is for another account; request a new one',
    pointer: '/token',
    organizationId,
  })
}
