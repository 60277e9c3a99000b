import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertMayManage, assertNotLastOwner, lockedMember } from './locked-member.ts'

export interface RemoveMemberCommand {
  readonly signedIn: SignedIn
  readonly userId: string
  readonly by: Actor
}

/**
 * Removes a member from the organization, with their sessions and links. Everything that they created stays.
 */
export class RemoveMember {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ signedIn, userId, by }: RemoveMemberCommand): Promise<void> {
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
      await tx.users.remove(member)
      const { id, name, email, role, organizationId } = member
      await tx.audit.add({
        action: 'member.removed',
        organizationId,
        by,
        subject: accountSubject(email, { id }),
        before: { name, email, role },
      })
    })
  }
}
