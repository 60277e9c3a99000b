import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { Role } from '../../../domain/account/role.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertMayManage, assertNotLastOwner, lockedMember } from './locked-member.ts'

export interface ChangeRoleCommand {
  readonly signedIn: SignedIn
  readonly userId: string
  readonly role: Role
  readonly by: Actor
}

/** Changes a member's role, which applies from the member's next request on. */
export class ChangeRole {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ signedIn, userId, role, by }: ChangeRoleCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { member, actor } = await lockedMember(tx, signedIn, userId)
      assertMayManage(actor, member.role, role)
      if (member.role === role) return
      if (role !== 'owner') await assertNotLastOwner(tx, member)
      await tx.users.save({ ...member, role })
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
