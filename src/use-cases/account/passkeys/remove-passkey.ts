import { hasApp } from '../../../domain/account/second-factor/second-factor.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { OwnPassword } from '../own-password.ts'
import type { CheckSecondFactor } from '../second-factor/check-second-factor.ts'
import type { ProvedCommand } from '../second-factor/replace-recovery-codes.ts'
import { secondFactorMail } from '../second-factor/second-factor-mail.ts'
import { assertMayTurnOff } from '../second-factor/turn-off-second-factor.ts'
import { lockedOwners } from '../sessions/own-provider.ts'
import { ownPasskey } from './rename-passkey.ts'

export interface RemovePasskeyCommand extends ProvedCommand {
  readonly passkeyId: string
}

/**
 * Removes a passkey of a user. Removing the last passkey of a user without an authenticator app turns two-factor
 * sign-in off, which is refused while an organization requires it.
 */
export class RemovePasskey {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #mailer: Mailer

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    mailer: Mailer,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#mailer = mailer
  }

  async execute({ signedIn: { user }, passkeyId, password, proof, by }: RemovePasskeyCommand): Promise<void> {
    const attempter = { account: user.accountId, isSignedIn: true, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    const { name } = await this.#unitOfWork.run(async (tx) => {
      await lockedOwners(tx, user.accountId)
      await lockOwn(tx)
      const passkey = await ownPasskey(tx, user.accountId, passkeyId)
      const factor = await this.#checkSecondFactor.proved(tx, user, proof)
      const isLast = (await tx.passkeys.of(user.accountId)).length === 1 && !hasApp(factor)
      if (isLast) await assertMayTurnOff(tx, user)
      await tx.passkeys.remove(passkey.id)
      const before = { name: passkey.name }
      await noteOfAccount(tx, user.accountId, by, { action: 'passkey.removed', before })
      if (isLast) {
        await tx.secondFactors.remove(user.accountId)
        await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.turnedOff' })
      }
      return passkey
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    this.#mailer.post(secondFactorMail(user, 'passkeyRemoved', name))
  }
}
