import { newAccountLink } from '../../../domain/account/account-link.ts'
import { type Actor, asProvenUser } from '../../../domain/account/audit/actor.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import {
  hasApp,
  isConfirmed,
  type SecondFactor,
} from '../../../domain/account/second-factor/second-factor.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { emailOf } from '../../../domain/email-address.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import { type PasskeyOptions, usablePasskeys, type WebAuthn } from '../../../ports/account/passkeys.ts'
import type { Passwords } from '../../../ports/account/passwords.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openSession } from './open-session.ts'
import { admittedUser } from './own-provider.ts'

export interface SignInWithPasswordCommand {
  readonly email: string
  readonly password: string
  /**
   * The organization to sign in to. If it is absent, the person signs in to the organization of their last sign-in,
   * among the organizations that accept the password.
   */
  readonly organizationId?: string
  readonly by: Actor
  readonly client: SignInClient
}

/** The result of a sign-in with a password: a session, or a token for the second step of the sign-in. */
export type PasswordSignIn = { readonly session: Session } | { readonly secondFactor: WaitingSignIn }

/** A sign-in with a right password that waits for the second factor until `expiresAt`. */
interface WaitingSignIn {
  readonly token: string
  readonly expiresAt: Date
  /** Whether the person has an authenticator app. */
  readonly hasApp: boolean
  /** The options for the browser, by which a passkey signs the token; null if the person has no usable passkey. */
  readonly passkey: PasskeyOptions | null
}

/**
 * Signs a user in with a password and opens a session. It replaces the user's other sessions unless the
 * organization allows several. A user with a second factor gets a token instead, and `FinishSignIn` opens the
 * session.
 */
export class SignInWithPassword {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #secrets: Secrets
  readonly #webAuthn: WebAuthn

  constructor(
    accounts: AccountStore,
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    throttle: Throttle,
    clock: Clock,
    ids: Ids,
    secrets: Secrets,
    webAuthn: WebAuthn,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#throttle = throttle
    this.#clock = clock
    this.#ids = ids
    this.#secrets = secrets
    this.#webAuthn = webAuthn
  }

  async execute({
    email: typed,
    password,
    organizationId,
    by,
    client,
  }: SignInWithPasswordCommand): Promise<PasswordSignIn> {
    const email = emailOf(typed)
    const attempter = { account: email, address: by.ipAddress }
    await this.#throttle.attemptOn('signIn', attempter)
    const holder = await this.#accounts.findByEmail(email)
    const matches = await this.#passwords.matches(
      password,
      holder?.account.passwordHash ?? null,
      by.ipAddress,
    )
    if (holder === null || !matches) throw refused(email, holder?.users[0] ?? null)
    const { account, users } = holder
    const named = organizationId === undefined ? users : usersIn(users, organizationId)
    const signIn = await this.#unitOfWork.run(async (tx): Promise<PasswordSignIn> => {
      const user = await admittedUser(tx, named)
      if (user === undefined) throw refused(email, users[0])
      const session = newSession(this.#ids.next(), user.id, this.#clock.now(), client)
      const member = await tx.accounts.lockUser(user.id)
      const present = await tx.accounts.lock(account.id)
      // Refuses the sign-in if the password was replaced while the old one was being checked.
      if (member === null || present?.passwordHash !== account.passwordHash) throw refused(email, user)
      const factor = await tx.accounts.secondFactorOf(account.id)
      if (isConfirmed(factor)) return this.#waiting(tx, user, factor)
      await openSession(tx, member, session)
      await tx.audit.add({
        action: 'signIn.succeeded',
        organizationId: user.organizationId,
        by: asProvenUser(by, user),
        subject: userAuditSubject(email, user),
      })
      return { session }
    })
    await this.#throttle.forgiveOn('signIn', attempter)
    return signIn
  }

  /** Stores a sign-in that waits for the second factor, and returns its token. */
  async #waiting(
    tx: Transaction,
    { id: userId, organizationId, accountId }: User,
    factor: SecondFactor,
  ): Promise<PasswordSignIn> {
    const { secret: token, digest } = this.#secrets.linkToken('signIn')
    const link = newAccountLink({ digest, purpose: 'signIn', userId, organizationId }, this.#clock.now())
    await tx.accountLinks.add(link)
    const passkeys = usablePasskeys(this.#webAuthn, await tx.accounts.passkeysOf(accountId))
    const passkey = passkeys.length === 0 ? null : this.#webAuthn.requestOptions(token, passkeys)
    return { secondFactor: { token, expiresAt: link.expiresAt, hasApp: hasApp(factor), passkey } }
  }
}

function usersIn(users: readonly User[], organizationId: string): readonly User[] {
  return users.filter((user) => user.organizationId === organizationId)
}

/**
 * Returns the error of a refused sign-in, with its audit entry. An address without an account causes the same
 * work, so that the response time reveals nothing.
 */
function refused(email: string, user: User | null): RefusedAttempt {
  const organizationId = user?.organizationId ?? null
  const subject = userAuditSubject(email, user)
  return new RefusedAttempt('INVALID_CREDENTIALS', {}, { action: 'signIn.failed', organizationId, subject })
}
