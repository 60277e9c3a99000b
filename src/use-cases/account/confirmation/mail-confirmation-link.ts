import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'

type Owner = Pick<User, 'id' | 'organizationId' | 'email' | 'name'>

export interface MailConfirmationLinkCommand {
  readonly user: Owner
  readonly by: Actor
}

/** Mails the owner of an organization a link that proves ownership of the address. */
export class MailConfirmationLink {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #throttle: Throttle
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    secrets: Secrets,
    mailer: Mailer,
    urls: PublicUrls,
    throttle: Throttle,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#mailer = mailer
    this.#urls = urls
    this.#throttle = throttle
    this.#clock = clock
  }

  async execute({ user, by }: MailConfirmationLinkCommand): Promise<void> {
    await this.#throttle.attemptOn('confirmation', { account: user.id, address: by.address })
    const post = await this.#unitOfWork.run(async (tx) => {
      const confirmation = await tx.confirmations.lock(user.organizationId)
      if (confirmation?.userId !== user.id || confirmation.confirmedAt !== null)
        throw new DomainError('CONFLICT', { message: 'There is no address of yours to confirm' })
      return this.within(tx, user)
    })
    post()
  }

  /**
   * Adds the link in the transaction of another use case. Returns a function that posts the mail; call it
   * after the commit.
   */
  async within(tx: Transaction, { id, email, name }: Owner): Promise<() => void> {
    const { secret, digest } = this.#secrets.linkToken('confirmation')
    await tx.accountLinks.add(
      newAccountLink({ digest, purpose: 'confirmation', userId: id }, this.#clock.now()),
    )
    return () =>
      this.#mailer.post({
        to: email,
        subject: 'Confirm your address for Spindle',
        text: `Hello ${nameInMail(name)},

this address has signed up for Spindle. If it was you, sign in and use this link; it works once, within 24 hours:

${this.#urls.confirmation(secret)}

If it was not you, there is nothing to do: nothing is sent on behalf of this address. To take the account over, ask for a new password.
`,
      })
  }
}
