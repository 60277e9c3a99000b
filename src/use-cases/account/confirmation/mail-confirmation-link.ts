import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { ConfirmationLinks, Owner } from './confirmation-links.ts'

export interface MailConfirmationLinkCommand {
  readonly user: Owner
  readonly by: Actor
}

/** Mails the owner of an organization a link that proves ownership of the address. */
export class MailConfirmationLink {
  readonly #unitOfWork: UnitOfWork
  readonly #links: ConfirmationLinks
  readonly #throttle: Throttle

  constructor(unitOfWork: UnitOfWork, links: ConfirmationLinks, throttle: Throttle) {
    this.#unitOfWork = unitOfWork
    this.#links = links
    this.#throttle = throttle
  }

  async execute({ user, by }: MailConfirmationLinkCommand): Promise<void> {
    await this.#throttle.attemptOn('confirmation', { account: user.id, address: by.address })
    const post = await this.#unitOfWork.run(async (tx) => {
      const confirmation = await tx.organizations.lockConfirmation(user.organizationId)
      if (confirmation?.userId !== user.id || confirmation.confirmedAt !== null)
        throw new DomainError('CONFLICT', { message: 'Your address needs no confirmation' })
      return this.#links.add(tx, user)
    })
    post()
  }
}
