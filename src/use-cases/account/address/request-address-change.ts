import { addressPurposes, newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { SecondFactorProof } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { emailOf } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnPassword } from '../own-password.ts'
import type { CheckSecondFactor } from '../second-factor/check-second-factor.ts'
import { textsOfOrganization } from '../texts-of-organization.ts'

export interface RequestAddressChangeCommand {
  readonly signedIn: SignedIn
  readonly email: string
  readonly password: string
  /** The proof of the second factor; null is enough while two-factor sign-in is off. */
  readonly proof: SecondFactorProof | null
  readonly by: Actor
}

/**
 * Mails a link to a user's old address and one to the new address. The address changes when both links were opened.
 * A second request replaces the first.
 */
export class RequestAddressChange {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #clock: Clock

  constructor(
    accounts: AccountStore,
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    secrets: Secrets,
    mailer: Mailer,
    urls: PublicUrls,
    clock: Clock,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#secrets = secrets
    this.#mailer = mailer
    this.#urls = urls
    this.#clock = clock
  }

  async execute({
    signedIn: { user },
    email: typed,
    password,
    proof,
    by,
  }: RequestAddressChangeCommand): Promise<void> {
    const email = emailOf(typed)
    const attempter = { account: user.accountId, isSignedIn: true, address: by.ipAddress }
    await this.#throttle.attemptOn('confirmation', attempter)
    // Counts a guess of a code with the guesses of all routes for signed-in people.
    if (proof !== null) await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    if ((await this.#accounts.findByEmail(email)) !== null)
      throw new DomainError('CONFLICT', { message: 'This e-mail address already has an account' })
    const { toOld, toNew, texts } = await this.#unitOfWork.run(async (tx) => {
      await lockOwn(tx)
      await this.#checkSecondFactor.provedIfOn(tx, user, proof)
      const { id: userId, organizationId, accountId } = user
      await assertConfirmed(tx, userId, organizationId)
      await tx.accountLinks.endLinks(accountId, addressPurposes)
      const [ofOld, ofNew] = addressPurposes.map((purpose) => this.#secrets.linkToken(purpose))
      const now = this.#clock.now()
      for (const [no, purpose] of addressPurposes.entries()) {
        const digest = [ofOld, ofNew][no]?.digest ?? ''
        await tx.accountLinks.add(newAccountLink({ digest, purpose, userId, organizationId, email }, now))
      }
      await tx.audit.add({
        action: 'address.changeRequested',
        organizationId,
        by,
        subject: userAuditSubject(user.email, user),
        after: { email },
      })
      return {
        toOld: ofOld?.secret ?? '',
        toNew: ofNew?.secret ?? '',
        texts: await textsOfOrganization(tx, organizationId),
      }
    })
    if (proof !== null) await this.#throttle.forgiveOn('secondFactor', attempter)
    const { t, language } = texts
    this.#mailer.post({
      to: user.email,
      subject: t('Approve your new e-mail address for Spindle'),
      text: [
        t('Hello {name},', { name: nameInMail(user.name) }),
        t(
          'Your account on Spindle is to use another e-mail address: {email}. If you requested this, open this link within 24 hours to approve it:',
          { email },
        ),
        this.#urls.addressChange(toOld, language),
        t(
          'The address changes when the link that was mailed to the new address is opened too. If you did not request it, do not open the link, and set a new password at once: another person knows yours.',
        ),
      ].join('\n\n'),
    })
    this.#mailer.post({
      to: email,
      subject: t('Confirm your new e-mail address for Spindle'),
      text: [
        t('Hello,'),
        t(
          'An account on Spindle is to use this e-mail address. If you requested this, open this link within 24 hours to confirm the address:',
        ),
        this.#urls.addressChange(toNew, language),
        t(
          'The address changes when the link that was mailed to the old address is opened too. If you did not request it, you can ignore this e-mail.',
        ),
      ].join('\n\n'),
    })
  }
}

/** Refuses a user who must still confirm the address with which the organization was created. */
async function assertConfirmed(tx: Transaction, userId: string, organizationId: string): Promise<void> {
  const confirmation = await tx.organizations.lockConfirmation(organizationId)
  if (confirmation === null || confirmation.userId !== userId || confirmation.confirmedAt !== null) return
  throw new DomainError('CONFLICT', { message: 'First confirm your present e-mail address' })
}
