import type { Actor } from '../../../domain/account/audit/actor.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { assertStandsForAccount, type SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Departures } from '../../../ports/cell/departures.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { refuseEndedInvitation } from './ended-invitation.ts'
import { joinByInvitation } from './join-by-invitation.ts'
import { refusedByDeparture } from './refused-by-departure.ts'

export interface AcceptInvitationCommand {
  readonly signedIn: SignedIn
  /** The digest of the invitation's token; null if the input cannot be a token. */
  readonly digest: string | null
  readonly by: Actor
}

/** Makes a person who has an account a member of the organization whose invitation they opened. */
export class AcceptInvitation {
  readonly #unitOfWork: UnitOfWork
  readonly #departures: Departures
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, departures: Departures, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#departures = departures
    this.#clock = clock
    this.#ids = ids
  }

  /** Returns the user whom the person gets in the organization. */
  async execute({ signedIn: { session, user }, digest, by }: AcceptInvitationCommand): Promise<User> {
    assertStandsForAccount(session)
    if (digest === null) throw noInvitation(user)
    return refusedByDeparture(this.#departures, digest, () => this.#join(user, digest, by))
  }

  #join(user: User, digest: string, by: Actor): Promise<User> {
    return this.#unitOfWork.run(async (tx) => {
      // Locks the account, so that it is not deleted meanwhile. Ends the request if the account was deleted before, or
      // has another address, as while it moves to another cell.
      if ((await tx.accounts.lock(user.accountId))?.email !== user.email)
        throw new DomainError('UNAUTHENTICATED')
      const newId = () => this.#ids.next()
      const joined = await joinByInvitation(tx, user, { digest, by, newId, at: this.#clock.now() })
      if (joined !== null) return joined
      await refuseEndedInvitation(tx, digest, user)
      throw noInvitation(user)
    })
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
