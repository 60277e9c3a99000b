import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { OwnPassword } from '../own-password.ts'
import { type CheckSecondFactor, confirmedFactor } from './check-second-factor.ts'
import type { ProvedCommand } from './replace-recovery-codes.ts'
import { secondFactorMail } from './second-factor-mail.ts'
import { wrongCode } from './wrong-code.ts'

/** Turns a user's own two-factor sign-in off, with their password and a code. */
export class TurnOffSecondFactor {
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

  async execute({ signedIn: { user }, password, proof, by }: ProvedCommand): Promise<void> {
    const attempter = { account: user.accountId, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    await this.#unitOfWork.run(async (tx) => {
      await lockOwn(tx)
      for (const { organizationId } of await tx.users.ofAccount(user.accountId))
        if (await tx.organizations.requiresSecondFactor(organizationId)) throw required(organizationId, user)
      const left = await this.#checkSecondFactor.within(tx, await confirmedFactor(tx, user.accountId), proof)
      if (left === null) throw wrongCode(user)
      await tx.secondFactors.remove(user.accountId)
      await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.turnedOff' })
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    this.#mailer.post(secondFactorMail(user, 'off'))
  }
}

function required(organizationId: string, user: SignedIn['user']): DomainError {
  const whose = organizationId === user.organizationId ? 'Your organization' : 'Another of your organizations'
  const message = `${whose} requires two-factor sign-in of everybody; an owner can change that`
  return new DomainError('CONFLICT', { message })
}
