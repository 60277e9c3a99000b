import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { Role } from '../../../domain/account/role.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { endRefusedSessions } from '../sessions/own-provider.ts'
import { assertMayManage, assertNotLastOwner, lockedMember } from './locked-member.ts'

export interface ChangeRoleCommand {
  readonly signedIn: SignedIn
  readonly userId: string
  readonly role: Role
  readonly by: Actor
}

/**
 * Changes a member's role, which applies from the member's next request on. Ends sessions that the organization accepts
 * from owners only, because its members must sign in through its own provider.
 */
export class ChangeRole {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ signedIn, userId, role, by }: ChangeRoleCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { member, actor } = await lockedMember(tx, signedIn, userId)
      assertMayManage(actor, member.role, role)
      if (member.role === role) return
      if (role !== 'owner') await assertNotLastOwner(tx, member)
      await tx.users.save({ ...member, role })
      if (member.role === 'owner') await endRefusedSessions(tx, member.organizationId, this.#clock.now())
      await tx.audit.add({
        action: 'member.roleChanged',
        organizationId: member.organizationId,
        by,
        subject: accountSubject(member.email, member),
        before: { role: member.role },
        after: { role },
      })
    })
  }
}
