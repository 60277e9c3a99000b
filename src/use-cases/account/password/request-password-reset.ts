import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { AttemptBudget } from '../../../domain/account/audit/attempt-budget.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import { newPasswordReset } from '../../../domain/account/password/password-reset.ts'
import { emailOf } from '../../../domain/email-address.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import { textsIn } from '../../../domain/text/texts.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface RequestPasswordResetCommand {
  readonly email: string
  readonly by: Actor
}

/**
 * Mails a link that sets a new password. The response does not reveal whether the account exists. Links
 * mailed before stay valid, so that a stranger's request cannot make the person's own link useless.
 */
export class RequestPasswordReset {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #budget: AttemptBudget

  constructor(
    unitOfWork: UnitOfWork,
    secrets: Secrets,
    mailer: Mailer,
    urls: PublicUrls,
    throttle: Throttle,
    clock: Clock,
    budget: AttemptBudget,
  ) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#mailer = mailer
    this.#urls = urls
    this.#throttle = throttle
    this.#clock = clock
    this.#budget = budget
  }

  async execute({ email: typed, by }: RequestPasswordResetCommand): Promise<void> {
    const email = emailOf(typed)
    await this.#throttle.attemptOn('passwordReset', { account: email, address: by.ipAddress })
    const { secret, digest } = this.#secrets.resetToken()
    const now = this.#clock.now()
    const reset = newPasswordReset(digest, now)
    const user = await this.#unitOfWork.run(async (tx) => {
      const owner = await tx.accountLinks.addReset(email, reset)
      const organizationId = owner?.organizationId ?? null
      const subject = userAuditSubject(email, owner)
      const attempt = { action: 'password.resetRequested', organizationId, by, subject } as const
      const entry = this.#budget.entryOf(attempt, now)
      if (entry !== null) await tx.audit.add(entry)
      return owner
    })
    if (user === null) return
    const { t, language } = textsIn(user.language)
    this.#mailer.post({
      to: user.email,
      subject: t('Set a new password for Spindle'),
      text: [
        t('Hello {name},', { name: nameInMail(user.name) }),
        t(
          'A new password was requested for your account on Spindle. If you requested it, open this link to set it. The link works once, within 30 minutes:',
        ),
        this.#urls.passwordReset(secret, language),
        t('If you did not request it, you can ignore this e-mail: your password stays the same.'),
      ].join('\n\n'),
    })
  }
}
