import type { Session, SessionEnd } from '../../../domain/account/session.ts'

export interface SessionStore {
  /** The user must be locked: a person has one live session. Ends the others as replaced. */
  start(session: Session): Promise<void>
  end(id: string, how: SessionEnd, at: Date): Promise<void>
  /** Every one of the person's but this one. */
  endOthers(session: Pick<Session, 'id' | 'userId'>, how: SessionEnd, at: Date): Promise<void>
  endAll(userId: string, how: SessionEnd, at: Date): Promise<void>
}
