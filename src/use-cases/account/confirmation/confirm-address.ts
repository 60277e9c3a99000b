import { type Actor, asUser } from '../../../domain/account/audit/actor.ts'
import type { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { confirmOrganization } from './confirm-organization.ts'

export interface ConfirmAddressCommand {
  readonly signedIn: SignedIn
  /** The digest of the token in the confirmation link; null if the input cannot be a token. */
  readonly digest: string | null
  readonly by: Actor
}

/**
 * Confirms the address of an organization's owner by a mailed link, in a session of the owner. Without a
 * session, a person could confirm the account that a stranger created with the person's address.
 */
export class ConfirmAddress {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ signedIn: { session, user }, digest, by }: ConfirmAddressCommand): Promise<void> {
    if (digest === null) throw invalidLink(user.organizationId)
    await this.#unitOfWork.run(async (tx) => {
      const at = this.#clock.now()
      const userId = await tx.accountLinks.userOf(digest, 'confirmation', at)
      const owner = (await tx.users.ofAccount(user.accountId)).find(({ id }) => id === userId)
      if (owner === undefined) throw invalidLink(user.organizationId)
      await tx.organizations.lock(owner.organizationId)
      const present = await tx.users.lock(owner.id)
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
