import type { Session } from '../../../src/domain/account/sessions/session.ts'
import { SessionTokens } from '../../../src/ports/account/accounts.ts'

/** Session tokens that are the session's id. Real ones are signed in other threads, outside the simulator's gates. */
export class PlainSessionTokens extends SessionTokens {
  override async sign({ id }: Session): Promise<string> {
    return id
  }

  override async read(token: string): Promise<string> {
    return token
  }
}
