import type { Actor } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { isAtLeast, type Role, roleWithArticle } from '../../../domain/account/role.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { revisionOfMember } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision, revisionOfContent } from '../../../domain/revision.ts'
import type { AccountStore, Member } from '../../../ports/account/accounts.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { endRefusedSessions } from '../sessions/own-provider.ts'
import { assertMayManage, assertNotLastOwner, lockedMember } from './locked-member.ts'

/** The largest number of members that the error about a missing role names. */
const maxListed = 3

/** The members of an organization, with their names and roles. */
export class Members {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(accounts: AccountStore, unitOfWork: UnitOfWork, clock: Clock) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /**
   * Refuses a request of a member whose role is too low. The error names the required role and members who have
   * it.
   */
  async admit({ user }: SignedIn, least: Role): Promise<void> {
    if (isAtLeast(user.role, least)) return
    const members = await this.#accounts.membersOf(user.organizationId)
    const able = members.filter(({ role }) => isAtLeast(role, least)).slice(0, maxListed)
    const named = able
      .map(({ name, email, role }) => `${name} (${email}), ${roleWithArticle(role)}`)
      .join('; or ')
    const ask = named === '' ? '' : ` Ask ${named}.`
    const message = `This requires at least the role ${least}; you are ${roleWithArticle(user.role)}.${ask}`
    throw new DomainError('FORBIDDEN', { message })
  }

  /**
   * Changes a member's role, which applies from the member's next request on. Ends sessions that the organization accepts
   * from owners only, because its members must sign in through its own provider.
   */
  async changeRole({
    signedIn,
    userId,
    role,
    revision = null,
    by,
  }: {
    readonly signedIn: SignedIn
    readonly userId: string
    readonly role: Role
    /** The revision of the member that the editor read; null or absent for no check. */
    readonly revision?: number | null
    readonly by: Actor
  }): Promise<Member> {
    return this.#unitOfWork.run(async (tx) => {
      const { member, actor } = await lockedMember(tx, signedIn, userId)
      assertMayManage(actor, member.role, role)
      assertRevision({ revision: revisionOfMember(member) }, revision)
      if (member.role === role) return memberIn(tx, member)
      if (role !== 'owner') await assertNotLastOwner(tx, member)
      await tx.accounts.saveUser({ ...member, role })
      if (member.role === 'owner') await endRefusedSessions(tx, member.organizationId, this.#clock.now())
      await tx.audit.add({
        action: 'member.roleChanged',
        organizationId: member.organizationId,
        by,
        subject: userAuditSubject(member.email, member),
        before: { role: member.role },
        after: { role },
      })
      return memberIn(tx, member)
    })
  }

  /**
   * Removes a member from the organization, with their sessions and links. Everything that they created stays.
   */
  async remove({
    signedIn,
    userId,
    by,
  }: {
    readonly signedIn: SignedIn
    readonly userId: string
    readonly by: Actor
  }): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { member, actor } = await lockedMember(tx, signedIn, userId)
      if (member.id === actor.id)
        throw new DomainError('CONFLICT', {
          message: 'You cannot remove yourself; ask another owner or admin',
        })
      // Refuses to remove an owner unless another owner asks, so that the organization always keeps an owner.
      assertMayManage(actor, member.role)
      await assertNotLastOwner(tx, member)
      await tx.accounts.lock(member.accountId)
      // If the organization still waits for the removed member to confirm an e-mail address, it now waits for the user
      // who removes the member.
      const confirmation = await tx.organizations.lockConfirmation(member.organizationId)
      if (confirmation?.userId === member.id)
        await tx.organizations.saveConfirmation({ ...confirmation, userId: actor.id })
      // Notes every address, because the organization may prove its domain later. Its provider could then make the person
      // a member again.
      await tx.organizationSignIn.noteRemoved(member, this.#clock.now())
      await tx.accounts.removeUser(member)
      const { id, name, email, role, organizationId } = member
      await tx.audit.add({
        action: 'member.removed',
        organizationId,
        by,
        subject: userAuditSubject(email, { id }),
        before: { name, email, role },
      })
    })
  }

  /** Changes the name of the user who sends the request. */
  async rename({
    signedIn: { user },
    name,
    revision,
    by,
  }: {
    readonly signedIn: SignedIn
    readonly name: string
    readonly revision: number | null
    readonly by: Actor
  }): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const present = await tx.accounts.lockUser(user.id)
      if (present === null) throw new DomainError('UNAUTHENTICATED')
      assertRevision({ revision: revisionOfContent({ name: present.name }) }, revision)
      if (present.name === name) return
      await tx.accounts.saveUser({ ...present, name })
      await tx.audit.add({
        action: 'profile.changed',
        organizationId: present.organizationId,
        by,
        subject: userAuditSubject(present.email, present),
        before: { name: present.name },
        after: { name },
      })
    })
  }
}

async function memberIn(
  tx: Transaction,
  { id, organizationId }: Pick<Member, 'id' | 'organizationId'>,
): Promise<Member> {
  const members = await tx.accounts.membersOf(organizationId)
  return members.find((member) => member.id === id) as Member
}
