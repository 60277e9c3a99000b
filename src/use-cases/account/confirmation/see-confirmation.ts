import type { User } from '../../../domain/account/user.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/** Returns whether a person must confirm an address before their organization can send messages. */
export class SeeConfirmation {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ id, organizationId }: Pick<User, 'id' | 'organizationId'>): Promise<boolean> {
    const confirmation = await this.#unitOfWork.run((tx) => tx.organizations.lockConfirmation(organizationId))
    return confirmation?.userId === id && confirmation.confirmedAt === null
  }
}
