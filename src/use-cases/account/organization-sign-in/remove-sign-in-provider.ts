import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedActor } from '../team/locked-member.ts'
import { factsOf } from './save-sign-in-provider.ts'

export interface RemoveSignInProviderCommand {
  readonly signedIn: SignedIn
  readonly by: Actor
}

/** Removes the sign-in provider of an organization. Its open sessions continue until they end, at most 12 hours. */
export class RemoveSignInProvider {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ signedIn, by }: RemoveSignInProviderCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { organizationId } = await lockedActor(tx, signedIn)
      const provider = await tx.organizationSignIn.provider(organizationId)
      if (provider === null)
        throw new DomainError('NOT_FOUND', { message: 'The organization has no sign-in provider' })
      await tx.organizationSignIn.removeProvider(organizationId)
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      const before = factsOf(provider)
      await tx.audit.add({ action: 'signInProvider.removed', organizationId, by, subject, before })
    })
  }
}
