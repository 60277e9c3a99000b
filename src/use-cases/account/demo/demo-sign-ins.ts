import { hasNoPassword } from '../../../domain/account/account.ts'
import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { demoSignIn } from '../../../domain/account/audit/demo-sign-in.ts'
import type { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openSession } from '../sessions/open-session.ts'
import { demoEmail } from './set-up-demo.ts'

/** The sign-ins to the demo organization, whose owner has no password. */
export class DemoSignIns {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #urls: PublicUrls
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    accounts: AccountStore,
    unitOfWork: UnitOfWork,
    secrets: Secrets,
    urls: PublicUrls,
    clock: Clock,
    ids: Ids,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#urls = urls
    this.#clock = clock
    this.#ids = ids
  }

  /** Returns the URL of a new link to the demo; null if there is no demo, or if its owner has a password. */
  async createLink(): Promise<string | null> {
    const owner = await this.#accounts.findByEmail(demoEmail)
    if (owner === null || !hasNoPassword(owner.account)) return null
    const [user] = owner.users
    const { secret, digest } = this.#secrets.linkToken('demo')
    const link = newAccountLink(
      { digest, purpose: 'demo', userId: user.id, organizationId: user.organizationId },
      this.#clock.now(),
    )
    await this.#unitOfWork.run((tx) => tx.accountLinks.add(link))
    return this.#urls.demo(secret)
  }

  /** Opens a session for the demo's owner with the link that the service printed at its start. */
  async openLink({
    digest,
    by,
    client,
  }: {
    /** The digest of the token in the demo link; null if the input cannot be a token. */
    readonly digest: string | null
    readonly by: Actor
    readonly client: SignInClient
  }): Promise<Session> {
    if (digest === null) throw invalidLink()
    const now = this.#clock.now()
    return this.#unitOfWork.run(async (tx) => {
      const link = await tx.accountLinks.take(digest, 'demo', now)
      const user = link === null || link.userId === null ? null : await tx.accounts.lockUser(link.userId)
      const account = user && (await tx.accounts.lock(user.accountId))
      if (user === null || account === null || !hasNoPassword(account)) throw invalidLink()
      const session = newSession(this.#ids.next(), user.id, now, client)
      await openSession(tx, user, session)
      await tx.audit.add(demoSignIn(by, user, 'link'))
      return session
    })
  }

  /** Opens a session for the demo's owner without a password, as long as none has been set. */
  async signIn({
    userId,
    by,
    client,
  }: {
    readonly userId: string
    readonly by: Actor
    readonly client: SignInClient
  }): Promise<Session> {
    const session = newSession(this.#ids.next(), userId, this.#clock.now(), client)
    await this.#unitOfWork.run(async (tx) => {
      const user = await tx.accounts.lockUser(userId)
      const account = user && (await tx.accounts.lock(user.accountId))
      if (user === null || account === null || !hasNoPassword(account))
        throw new DomainError('NOT_FOUND', { message: 'This service has no demo organization' })
      await openSession(tx, user, session)
      await tx.audit.add(demoSignIn(by, user, 'click'))
    })
    return session
  }
}

function invalidLink(): RefusedAttempt {
  return refusedLink({
    purpose: 'demo',
    message:
      'The link was already used, is older than 30 minutes, or the demo now has a password; restart the service for a new link',
    pointer: '/token',
  })
}
