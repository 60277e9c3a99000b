import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noSuchInvitation } from './invite-member.ts'
import { assertMayManage, lockedActor } from './locked-member.ts'
import { auditWithdrawnInvitation } from './withdrawn-invitation.ts'

export interface WithdrawInvitationCommand {
  readonly signedIn: SignedIn
  readonly invitationId: string
  readonly by: Actor
}

/** Withdraws an invitation, so that its link stops working. */
export class WithdrawInvitation {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ signedIn, invitationId, by }: WithdrawInvitationCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const actor = await lockedActor(tx, signedIn)
      const kept = await tx.accountLinks.lockInvitation(actor.organizationId, invitationId)
      if (kept === null) throw noSuchInvitation()
      assertMayManage(actor, kept.role)
      await tx.accountLinks.withdraw(kept.id)
      await auditWithdrawnInvitation(tx, kept, by)
    })
  }
}
