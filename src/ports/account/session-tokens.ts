import type { Session } from '../../domain/account/sessions/session.ts'

/** Signs and reads the tokens by which clients use their sessions. */
export abstract class SessionTokens {
  abstract sign(session: Session): Promise<string>
  /** Returns the id of the session that a token names. Throws UNAUTHENTICATED or SESSION_EXPIRED. */
  abstract read(token: string, now: Date): Promise<string>
}
