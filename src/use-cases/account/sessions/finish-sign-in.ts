import { type Actor, asProvenUser } from '../../../domain/account/audit/actor.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import {
  isConfirmed,
  type SecondFactor,
  type SecondFactorProof,
} from '../../../domain/account/second-factor/second-factor.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { type CheckSecondFactor, WrongProof } from '../second-factor/check-second-factor.ts'
import { secondFactorMail } from '../second-factor/second-factor-mail.ts'
import { openSession } from './open-session.ts'

export interface FinishSignInCommand {
  /** The digest of the token that the password gave; null if the input cannot be such a token. */
  readonly digest: string | null
  /** The proof of the second factor. The request form requires one. */
  readonly proof: SecondFactorProof | null
  readonly by: Actor
  readonly client: SignInClient
}

/** The second step of a sign-in: opens a session for a person who has a second factor, with a code or a passkey. */
export class FinishSignIn {
  readonly #unitOfWork: UnitOfWork
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #mailer: Mailer
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    mailer: Mailer,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#mailer = mailer
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ digest, proof, by, client }: FinishSignInCommand): Promise<Session> {
    if (digest === null || proof === null) throw signInEnded()
    const now = this.#clock.now()
    const waiting = await this.#unitOfWork.run(async (tx) => {
      const userId = await tx.accountLinks.userOf(digest, 'signIn', now)
      return userId === null ? null : tx.accounts.lockUser(userId)
    })
    if (waiting === null) throw signInEnded()
    const { id: userId, accountId } = waiting
    // Counts the guesses of a person and not of a token, because an attacker with the password gets any number of
    // tokens.
    const isExempt = await this.#isExempt(accountId, proof, by.ipAddress)
    const attempter = { account: accountId, address: by.ipAddress, isExempt }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const session = newSession(this.#ids.next(), userId, now, client)
    const mail = await this.#unitOfWork.run(async (tx) => {
      const user = await tx.accounts.lockUser(userId)
      await tx.accounts.lock(accountId)
      const link = await tx.accountLinks.take(digest, 'signIn', now)
      if (user === null || link === null) throw signInEnded()
      const { recoveryDigests } = await this.#accepted(tx, user, { proof, digest })
      await openSession(tx, user, session)
      await tx.audit.add({
        action: 'signIn.succeeded',
        organizationId: user.organizationId,
        by: asProvenUser(by, user),
        subject: userAuditSubject(user.email, user),
        after: { way: proof.kind },
      })
      if (proof.kind !== 'recoveryCode') return null
      return secondFactorMail(tx, user, { kind: 'codeUsed', remaining: recoveryDigests.length })
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    if (mail !== null) this.#mailer.post(mail)
    return session
  }

  /**
   * Returns whether the limit of the account does not apply to a proof. An attacker with the password could otherwise use
   * it up and lock the owner out. Recovery codes and answers of passkeys cannot be guessed. An address with an earlier
   * session of the account has proved itself.
   */
  async #isExempt(accountId: string, { kind }: SecondFactorProof, address: string | null): Promise<boolean> {
    if (kind !== 'appCode') return true
    if (address === null) return false
    return this.#unitOfWork.run((tx) => tx.sessions.hasComeFrom(accountId, address))
  }

  /**
   * Uses up a code of a person's second factor, or verifies the answer of a passkey, whose challenge is the token of
   * the sign-in. A wrong proof rolls the transaction back, so the token stays usable for another try.
   */
  async #accepted(
    tx: Transaction,
    user: User,
    { proof, digest }: { readonly proof: SecondFactorProof; readonly digest: string },
  ): Promise<SecondFactor> {
    if (proof.kind === 'passkey' && proof.answer.digest !== digest) throw signInEnded()
    const factor = await tx.accounts.secondFactorOf(user.accountId)
    // If the second factor was turned off or reset meanwhile, the person signs in again with the password.
    if (!isConfirmed(factor)) throw signInEnded()
    return this.#checkSecondFactor.within(tx, factor, proof).catch((error: unknown) => {
      if (!(error instanceof WrongProof)) throw error
      const { organizationId, email } = user
      const subject = userAuditSubject(email, user)
      const after = { ...error.facts, way: proof.kind }
      throw new RefusedAttempt(
        'INVALID_CREDENTIALS',
        { message: error.message },
        { action: 'signIn.failed', organizationId, subject, after },
      )
    })
  }
}

function signInEnded(): RefusedAttempt {
  return refusedLink({
    purpose: 'signIn',
    message: 'This sign-in was already finished, or began more than 10 minutes ago; sign in again',
    pointer: '/token',
  })
}
