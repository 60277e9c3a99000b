import type { Session } from '../../domain/account/sessions/session.ts'

/** The token that stands for a session in a person's hands. */
export abstract class SessionTokens {
  abstract sign(session: Session): Promise<string>
  /** The session that a token names. Throws UNAUTHENTICATED or SESSION_EXPIRED. */
  abstract read(token: string, now: Date): Promise<string>
}
