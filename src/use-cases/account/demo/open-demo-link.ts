import { hasNoPassword } from '../../../domain/account/account.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { demoSignIn } from '../../../domain/account/audit/demo-sign-in.ts'
import type { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openSession } from '../sessions/open-session.ts'

export interface OpenDemoLinkCommand {
  /** The digest of the token in the demo link; null if the input cannot be a token. */
  readonly digest: string | null
  readonly by: Actor
  readonly client: SignInClient
}

/** Opens a session for the demo's owner with the link that the service printed at its start. */
export class OpenDemoLink {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ digest, by, client }: OpenDemoLinkCommand): Promise<Session> {
    if (digest === null) throw invalidLink()
    const now = this.#clock.now()
    return this.#unitOfWork.run(async (tx) => {
      const link = await tx.accountLinks.take(digest, 'demo', now)
      const user = link === null || link.userId === null ? null : await tx.users.lock(link.userId)
      const account = user && (await tx.accounts.lock(user.accountId))
      if (user === null || account === null || !hasNoPassword(account)) throw invalidLink()
      const session = newSession(this.#ids.next(), user.id, now, client)
      await openSession(tx, user, session)
      await tx.audit.add(demoSignIn(by, user, 'link'))
      return session
    })
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
