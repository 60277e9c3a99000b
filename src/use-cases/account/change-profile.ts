import type { Actor } from '../../domain/account/audit/actor.ts'
import { accountSubject } from '../../domain/account/audit/subject.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ChangeProfileCommand {
  readonly signedIn: SignedIn
  readonly name: string
  readonly by: Actor
}

/** Changes the name of the user who sends the request. */
export class ChangeProfile {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ signedIn: { user }, name, by }: ChangeProfileCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const present = await tx.users.lock(user.id)
      if (present === null) throw new DomainError('UNAUTHENTICATED')
      if (present.name === name) return
      await tx.users.save({ ...present, name })
      await tx.audit.add({
        action: 'profile.changed',
        organizationId: present.organizationId,
        by,
        subject: accountSubject(present.email, present),
        before: { name: present.name },
        after: { name },
      })
    })
  }
}
