import { assertLive, type SignedIn } from '../../domain/account/session.ts'
import type { AccountQueries } from '../../ports/account/account-queries.ts'
import type { SessionTokens } from '../../ports/account/session-tokens.ts'
import type { Clock } from '../../ports/clock.ts'

/** Who a token stands for. The session itself is asked every time, so ending it counts at once. */
export class Authenticate {
  readonly #tokens: SessionTokens
  readonly #accounts: AccountQueries
  readonly #clock: Clock

  constructor(tokens: SessionTokens, accounts: AccountQueries, clock: Clock) {
    this.#tokens = tokens
    this.#accounts = accounts
    this.#clock = clock
  }

  async execute(token: string): Promise<SignedIn> {
    const now = this.#clock.now()
    const sessionId = await this.#tokens.read(token, now)
    return assertLive(await this.#accounts.signedIn(sessionId), now)
  }
}
