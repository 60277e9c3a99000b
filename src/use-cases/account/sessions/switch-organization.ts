import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import {
  assertStandsForAccount,
  newSession,
  type Session,
  type SignedIn,
  type SignInClient,
} from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openFromAnother } from './open-session.ts'

export interface SwitchOrganizationCommand {
  readonly signedIn: SignedIn
  readonly organizationId: string
  readonly by: Actor
  readonly client: SignInClient
}

/** Opens a session in another organization of the person, and ends the session that sends the request. */
export class SwitchOrganization {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ signedIn, organizationId, by, client }: SwitchOrganizationCommand): Promise<Session> {
    const { session: present, user } = signedIn
    assertStandsForAccount(present)
    if (organizationId === user.organizationId)
      throw new DomainError('CONFLICT', { message: 'You are already signed in to this organization' })
    const now = this.#clock.now()
    return this.#unitOfWork.run(async (tx) => {
      const users = await tx.users.ofAccount(user.accountId)
      const other = users.find((one) => one.organizationId === organizationId)
      const member = other === undefined ? null : await tx.users.lock(other.id)
      if (member === null)
        throw new DomainError('NOT_FOUND', { message: 'You have no organization with this id' })
      // A new password locks the account and ends all of its sessions. So after the lock it is known whether the
      // session of the request has ended.
      await tx.accounts.lock(user.accountId)
      if ((await tx.sessions.endOwn(user.id, present.id, 'signed_out', now)) === null)
        throw new DomainError('SESSION_REVOKED').for(user.organizationId)
      const session = newSession(this.#ids.next(), member.id, now, { ...client, kind: present.kind })
      const left = accountSubject(user.email, user)
      await tx.audit.add({ action: 'signOut', organizationId: user.organizationId, by, subject: left })
      await openFromAnother(tx, member, session, by)
      return session
    })
  }
}
