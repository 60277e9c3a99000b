import type { Session, SessionEnd, SignInClient } from '../../../domain/account/session.ts'

export interface SessionStore {
  /** The user must be locked: a person has one live token. Ends the other one as replaced. */
  start(session: Session): Promise<void>
  end(id: string, how: SessionEnd, at: Date): Promise<void>
  /** Every one of the person's but this one. */
  endOthers(session: Pick<Session, 'id' | 'userId'>, how: SessionEnd, at: Date): Promise<void>
  /** One of the person's; null where it is not live, or not theirs. */
  endOwn(userId: string, id: string, how: SessionEnd, at: Date): Promise<SignInClient | null>
  endAll(userId: string, how: SessionEnd, at: Date): Promise<void>
}
