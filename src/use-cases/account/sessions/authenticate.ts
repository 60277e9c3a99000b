import { assertLive, isLastUseOutdated, type SignedIn } from '../../../domain/account/sessions/session.ts'
import type { AccountQueries } from '../../../ports/account/accounts.ts'
import type { CredentialUsage } from '../../../ports/account/credential-usage.ts'
import type { SessionTokens } from '../../../ports/account/session-tokens.ts'
import type { Clock } from '../../../ports/clock.ts'

/**
 * Returns the session and the user of a session token. The session is read for every request, so its end
 * takes effect at once.
 */
export class Authenticate {
  readonly #tokens: SessionTokens
  readonly #accounts: AccountQueries
  readonly #usage: CredentialUsage
  readonly #clock: Clock

  constructor(tokens: SessionTokens, accounts: AccountQueries, usage: CredentialUsage, clock: Clock) {
    this.#tokens = tokens
    this.#accounts = accounts
    this.#usage = usage
    this.#clock = clock
  }

  async execute(token: string): Promise<SignedIn> {
    const now = this.#clock.now()
    const sessionId = await this.#tokens.read(token, now)
    const signedIn = assertLive(await this.#accounts.signedIn(sessionId), now)
    if (isLastUseOutdated(signedIn.session, now)) this.#usage.noteSession(sessionId, now)
    return signedIn
  }
}
