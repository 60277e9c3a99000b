import type { Account } from '../../../domain/account/account.ts'
import { type AddressPurpose, addressPurposes } from '../../../domain/account/account-link.ts'
import { type Actor, asProvenUser } from '../../../domain/account/audit/actor.ts'
import type { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import { textsOfOrganization } from '../texts-of-organization.ts'

export interface ConfirmAddressChangeCommand {
  /** The digest of the link's token; null if the input cannot be such a token. */
  readonly digest: string | null
  readonly purpose: AddressPurpose
  readonly by: Actor
}

/** Takes one of the two links of a change of address. The second link that is opened changes the address. */
export class ConfirmAddressChange {
  readonly #unitOfWork: UnitOfWork
  readonly #mailer: Mailer
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, mailer: Mailer, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#mailer = mailer
    this.#clock = clock
  }

  /** Returns whether the address has changed; false while the other link was not opened. */
  async execute({ digest, purpose, by }: ConfirmAddressChangeCommand): Promise<boolean> {
    if (digest === null) throw invalidLink(purpose)
    const now = this.#clock.now()
    const changed = await this.#unitOfWork.run(async (tx) => {
      const userId = await tx.accountLinks.userOf(digest, purpose, now)
      const user = userId === null ? null : await tx.accounts.lockUser(userId)
      const account = user && (await tx.accounts.lock(user.accountId))
      const link = user === null ? null : await tx.accountLinks.take(digest, purpose, now)
      const email = link?.email ?? null
      if (user === null || account === null || email === null) throw invalidLink(purpose)
      const other = purpose === 'oldAddress' ? 'newAddress' : 'oldAddress'
      if (!(await tx.accountLinks.wasTaken(user.id, other, email))) return null
      await this.#change(tx, account, user, email, by)
      return { user, email, texts: await textsOfOrganization(tx, user.organizationId) }
    })
    if (changed === null) return false
    const { user, email, texts } = changed
    const { t } = texts
    for (const to of [user.email, email])
      this.#mailer.post({
        to,
        subject: t('Your e-mail address for Spindle has changed'),
        text: [
          t('Hello {name},', { name: nameInMail(user.name) }),
          t(
            'Your account on Spindle now uses the address {email} instead of {formerEmail}. Sign in with the new address from now on.',
            { email, formerEmail: user.email },
          ),
        ].join('\n\n'),
      })
    return true
  }

  async #change(tx: Transaction, account: Account, user: User, email: string, by: Actor): Promise<void> {
    const at = this.#clock.now()
    await tx.accounts.save({ ...account, email, addressConfirmedAt: at })
    await tx.accountLinks.endLinks(account.id, addressPurposes)
    // If the person is removed later, the sign-in provider of an organization must not admit them by the former address.
    for (const { organizationId } of await tx.accounts.usersOf(account.id))
      await tx.organizationSignIn.noteFormer({ organizationId, email: user.email }, at)
    // Ends links for a new password, because they are in the old mailbox.
    await tx.accountLinks.endResets(account.id, at)
    await noteOfAccount(tx, account.id, asProvenUser(by, { ...user, email }), {
      action: 'address.changed',
      before: { email: user.email },
      after: { email },
    })
  }
}

function invalidLink(purpose: AddressPurpose): RefusedAttempt {
  return refusedLink({
    purpose,
    message: 'The link was already used, is older than 24 hours, or was replaced by a later request',
    pointer: '/token',
  })
}
