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
      const confirmation = await tx.organizations.lockConfirmation(user.organizationId)
      if (confirmation?.userId !== user.id || confirmation.confirmedAt !== null)
        throw new DomainError('CONFLICT', { message: 'Your address needs no confirmation' })
      return this.within(tx, user)
    })
    post()
  }

  /**
   * Stores a confirmation link in the transaction of another use case. Returns a function that posts the mail
   * with the link; call it after the commit.
   */
  async within(tx: Transaction, { id, organizationId, email, name }: Owner): Promise<() => void> {
    const { secret, digest } = this.#secrets.linkToken('confirmation')
    await tx.accountLinks.add(
      newAccountLink({ digest, purpose: 'confirmation', userId: id, organizationId }, this.#clock.now()),
    )
    return () =>
      this.#mailer.post({
        to: email,
        subject: 'Confirm your e-mail address for Spindle',
        text: `Hello ${nameInMail(name)},

An account on Spindle was created with this e-mail address. If you created it, sign in and open this link to confirm the address. The link works once, within 24 hours:

${this.#urls.confirmation(secret)}

Until the address is confirmed, your organization cannot send e-mail. If you did not create it, you can ignore this e-mail: the account cannot send anything. To take over the account, request a new password on the sign-in page.
`,
      })
  }
}
