import { type Actor, asProvenUser } from '../../../domain/account/audit/actor.ts'
import type { AuditFacts } from '../../../domain/account/audit/facts.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { Passkey, PasskeyAnswer } from '../../../domain/account/second-factor/passkey.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import {
  type CheckSecondFactor,
  oldChallengeMessage,
  WrongProof,
} from '../second-factor/check-second-factor.ts'
import { openSession } from '../sessions/open-session.ts'
import { firstAdmitted } from '../sessions/own-provider.ts'

export interface SignInWithPasskeyCommand {
  readonly answer: PasskeyAnswer
  readonly by: Actor
  readonly client: SignInClient
}

/**
 * Signs a person in with a passkey alone. The authenticator must have verified the person, so the sign-in has two
 * factors: the device, and the PIN, fingerprint or face of the person.
 */
export class SignInWithPasskey {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    accounts: AccountStore,
    unitOfWork: UnitOfWork,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    clock: Clock,
    ids: Ids,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ answer, by, client }: SignInWithPasskeyCommand): Promise<Session> {
    await this.#takeChallenge(answer)
    const passkey = await this.#accounts.findPasskey(answer.credentialId)
    if (passkey === null)
      throw refused(null, sentence('The service does not know this passkey. Sign in in another way'))
    const attempter = { account: passkey.accountId, address: by.ipAddress }
    await this.#throttle.attemptOn('signIn', attempter)
    const session = await this.#unitOfWork.run(async (tx) => {
      const user = await lockedUser(tx, passkey)
      await this.#verify(tx, user, answer)
      const opened = newSession(this.#ids.next(), user.id, this.#clock.now(), client)
      await openSession(tx, user, opened)
      await tx.audit.add({
        action: 'signIn.succeeded',
        organizationId: user.organizationId,
        by: asProvenUser(by, user),
        subject: userAuditSubject(user.email, user),
        after: { way: 'passkey' },
      })
      return opened
    })
    await this.#throttle.forgiveOn('signIn', attempter)
    return session
  }

  /** Uses up the challenge in a commit of its own, so that each challenge takes one answer, also a wrong one. */
  async #takeChallenge({ digest }: PasskeyAnswer): Promise<void> {
    const now = this.#clock.now()
    const challenge =
      digest === null
        ? null
        : await this.#unitOfWork.run((tx) => tx.accountLinks.take(digest, 'passkeySignIn', now))
    if (challenge === null)
      throw refusedLink({ purpose: 'passkeySignIn', message: oldChallengeMessage, pointer: '/passkey' })
  }

  async #verify(tx: Transaction, user: User, answer: PasskeyAnswer): Promise<void> {
    const verified = await this.#checkSecondFactor
      .usePasskey(tx, user.accountId, answer)
      .catch((error: unknown) => {
        throw error instanceof WrongProof ? refused(user, error.message, error.facts) : error
      })
    if (!verified)
      throw refused(
        user,
        sentence(
          'The device did not verify you by a PIN, a fingerprint or a face. Sign in with your password, and then with this passkey',
        ),
      )
  }
}

/**
 * Locks and returns the user of an account with a passkey, and locks the account. The user is in an organization that
 * accepts sign-ins by the account, if there is one. Otherwise the session is refused, but only after the passkey has
 * verified the person, because others must not learn about the organization.
 */
async function lockedUser(tx: Transaction, { accountId }: Passkey): Promise<User> {
  const users = await tx.accounts.usersOf(accountId)
  const first = (await firstAdmitted(tx, users)) ?? users[0]
  const user = first === undefined ? null : await tx.accounts.lockUser(first.id)
  await tx.accounts.lock(accountId)
  if (user === null) throw refused(null, sentence('The account of this passkey was deleted'))
  return user
}

function refused(user: User | null, message: string, facts: AuditFacts = {}): RefusedAttempt {
  const subject =
    user === null ? ({ kind: 'account', id: null, name: null } as const) : userAuditSubject(user.email, user)
  const after = { ...facts, way: 'passkey' } as const
  const organizationId = user?.organizationId ?? null
  return new RefusedAttempt(
    'INVALID_CREDENTIALS',
    { message },
    { action: 'signIn.failed', organizationId, subject, after },
  )
}
