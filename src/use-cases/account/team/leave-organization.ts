import type { Actor } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import {
  newSession,
  type Session,
  type SignedIn,
  type SignInClient,
} from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { normalizedEmail } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openFromAnother } from '../sessions/open-session.ts'
import { firstAdmitted } from '../sessions/own-provider.ts'
import { assertNotLastOwner, lockedActor } from './locked-member.ts'

export interface LeaveOrganizationCommand {
  readonly signedIn: SignedIn
  /** The user's own e-mail address, typed to confirm that they want to leave. */
  readonly email: string
  readonly by: Actor
  readonly client: SignInClient
}

/**
 * Takes a user out of their organization at their own request. Everything that they created stays. If it was the
 * last organization of the person, their account is deleted. Otherwise a session opens in the organization of their
 * last sign-in among the others. The last owner cannot leave.
 */
export class LeaveOrganization {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Returns the session in another organization. Null if no other organization of the person accepts sign-ins by the
   * account, or if only the organization that they leave vouches for the session.
   */
  async execute({ signedIn, email: typed, by, client }: LeaveOrganizationCommand): Promise<Session | null> {
    const { session: present } = signedIn
    const now = this.#clock.now()
    return this.#unitOfWork.run(async (tx) => {
      const { actor, next } = await lockedUsers(tx, signedIn)
      if (normalizedEmail(typed) !== actor.email) throw otherAddress()
      await assertNotLastOwner(tx, actor)
      await tx.accounts.lock(actor.accountId)
      // A new password locks the account and ends all of its sessions, so an ended session must open no other one.
      if ((await tx.sessions.endOwn(actor.id, present.id, 'signed_out', now)) === null)
        throw new DomainError('SESSION_REVOKED').for(actor.organizationId)
      await removeActor(tx, actor, by)
      if (next === null) return null
      const session = newSession(this.#ids.next(), next.id, now, { ...client, kind: present.kind })
      await openFromAnother(tx, next, session, by)
      return session
    })
  }
}

/**
 * Locks the user who leaves, and the user of the same person in the organization that opens next. Locks them by id;
 * otherwise a person who leaves both organizations at once could cause a deadlock.
 */
async function lockedUsers(
  tx: Transaction,
  signedIn: SignedIn,
): Promise<{ readonly actor: User; readonly next: User | null }> {
  const { session, user } = signedIn
  await tx.organizations.lock(user.organizationId)
  const others = session.vouchedBy === 'account' ? await tx.accounts.usersOf(user.accountId) : []
  const admitted = await firstAdmitted(
    tx,
    others.filter(({ id }) => id !== user.id),
  )
  const nextId = admitted?.id
  if (nextId === undefined) return { actor: await lockedActor(tx, signedIn), next: null }
  if (nextId < user.id) {
    const next = await tx.accounts.lockUser(nextId)
    return { actor: await lockedActor(tx, signedIn), next }
  }
  return { actor: await lockedActor(tx, signedIn), next: await tx.accounts.lockUser(nextId) }
}

async function removeActor(tx: Transaction, actor: User, by: Actor): Promise<void> {
  const { id, name, email, role, organizationId } = actor
  const confirmation = await tx.organizations.lockConfirmation(organizationId)
  if (confirmation?.userId === id) {
    const nextOwner = (await tx.accounts.ownersOf(organizationId)).find((owner) => owner.id !== id)
    if (confirmation.confirmedAt === null || nextOwner === undefined)
      throw new DomainError('CONFLICT', {
        message: 'First confirm your e-mail address, or ask another owner to remove you',
      })
    await tx.organizations.saveConfirmation({ ...confirmation, userId: nextOwner.id })
  }
  await tx.accounts.removeUser(actor)
  await tx.audit.add({
    action: 'member.left',
    organizationId,
    by,
    subject: userAuditSubject(email, { id }),
    before: { name, email, role },
  })
}

function otherAddress(): DomainError {
  const message = 'This is not the e-mail address of your account'
  const errors = [{ pointer: '/email', code: 'EMAIL_MISMATCH', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
