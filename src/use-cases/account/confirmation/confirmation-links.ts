import { newAccountLink } from '../../../domain/account/account-link.ts'
import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { User } from '../../../domain/account/user.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { textsOfOrganization } from '../texts-of-organization.ts'

export type Owner = Pick<User, 'id' | 'organizationId' | 'email' | 'name'>

/** Makes the links by which owners of organizations prove that an address is theirs. */
export class ConfirmationLinks {
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #clock: Clock

  constructor(secrets: Secrets, mailer: Mailer, urls: PublicUrls, clock: Clock) {
    this.#secrets = secrets
    this.#mailer = mailer
    this.#urls = urls
    this.#clock = clock
  }

  /** Stores a link in a transaction. Returns a function that posts the mail with the link; call it after the commit. */
  async add(tx: Transaction, { id, organizationId, email, name }: Owner): Promise<() => void> {
    const { secret, digest } = this.#secrets.linkToken('confirmation')
    await tx.accountLinks.add(
      newAccountLink({ digest, purpose: 'confirmation', userId: id, organizationId }, this.#clock.now()),
    )
    const { t, language } = await textsOfOrganization(tx, organizationId)
    const mail = {
      to: email,
      subject: t('Confirm your e-mail address for Spindle'),
      text: [
        t('Hello {name},', { name: nameInMail(name) }),
        t(
          'An account on Spindle was created with this e-mail address. If you created it, sign in and open this link to confirm the address. The link works once, within 24 hours:',
        ),
        this.#urls.confirmation(secret, language),
        t(
          'Until the address is confirmed, your organization cannot send e-mail. If you did not create it, you can ignore this e-mail: the account cannot send anything. To take over the account, request a new password on the sign-in page.',
        ),
      ].join('\n\n'),
    }
    return () => this.#mailer.post(mail)
  }
}
