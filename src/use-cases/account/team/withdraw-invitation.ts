import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { SignedIn } from '../../../domain/account/session.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noSuchInvitation } from './invite-member.ts'
import { assertMayManage } from './locked-member.ts'

export interface WithdrawInvitationCommand {
  readonly signedIn: SignedIn
  readonly invitationId: string
  readonly by: Actor
}

/** Makes the link of an invitation worthless. */
export class WithdrawInvitation {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ signedIn: { user }, invitationId, by }: WithdrawInvitationCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const kept = await tx.accountLinks.lockInvitation(user.organizationId, invitationId)
      if (kept === null) throw noSuchInvitation()
      assertMayManage(user, kept.role)
      await tx.accountLinks.withdraw(kept.id)
      const { organizationId, email, role } = kept
      const subject = accountSubject(email)
      await tx.audit.add({
        action: 'invitation.withdrawn',
        organizationId,
        by,
        subject,
        before: { role },
      })
    })
  }
}
