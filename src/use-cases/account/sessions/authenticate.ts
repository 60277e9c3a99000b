import { assertLive, isLastUseOutdated, type SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Accounts, SessionTokens } from '../../../ports/account/accounts.ts'
import type { Clock } from '../../../ports/clock.ts'

/**
 * Returns the session and the user of a session token. The session is read for every request, so its end
 * takes effect at once.
 */
export class Authenticate {
  readonly #tokens: SessionTokens
  readonly #accounts: Accounts
  readonly #clock: Clock

  constructor(tokens: SessionTokens, accounts: Accounts, clock: Clock) {
    this.#tokens = tokens
    this.#accounts = accounts
    this.#clock = clock
  }

  async execute(token: string): Promise<SignedIn> {
    const now = this.#clock.now()
    const sessionId = await this.#tokens.read(token, now)
    const signedIn = assertLive(await this.#accounts.signedIn(sessionId), now)
    if (isLastUseOutdated(signedIn.session, now)) this.#accounts.noteSessionUse(sessionId, now)
    return signedIn
  }
}
