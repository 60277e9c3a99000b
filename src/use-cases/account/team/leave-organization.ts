import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { normalizedEmail } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertNotLastOwner, lockedActor } from './locked-member.ts'

export interface LeaveOrganizationCommand {
  readonly signedIn: SignedIn
  /** The user's own e-mail address, typed to confirm that the account is to be deleted. */
  readonly email: string
  readonly by: Actor
}

/**
 * Takes a user out of their organization at their own request, and deletes their account. Everything that they
 * created stays. The last owner cannot leave.
 */
export class LeaveOrganization {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ signedIn, email: typed, by }: LeaveOrganizationCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const actor = await lockedActor(tx, signedIn)
      if (normalizedEmail(typed) !== actor.email) throw otherAddress()
      await assertNotLastOwner(tx, actor)
      const { id, name, email, role, organizationId, accountId } = actor
      await tx.accounts.lock(accountId)
      const confirmation = await tx.organizations.lockConfirmation(organizationId)
      if (confirmation !== null && confirmation.userId === id && confirmation.confirmedAt === null)
        throw new DomainError('CONFLICT', {
          message: 'First confirm your e-mail address, or ask another owner to remove you',
        })
      await tx.users.remove(actor)
      await tx.audit.add({
        action: 'member.left',
        organizationId,
        by,
        subject: accountSubject(email, { id }),
        before: { name, email, role },
      })
    })
  }
}

function otherAddress(): DomainError {
  const message = 'This is not the e-mail address of your account'
  const errors = [{ pointer: '/email', code: 'OTHER_ADDRESS', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
