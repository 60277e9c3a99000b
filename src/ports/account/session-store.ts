import type { Session, SessionEnd, SessionKind, SignInClient } from '../../domain/account/sessions/session.ts'

export interface SessionStore {
  /**
   * Starts a session, and ends the person's other sessions of these kinds as replaced. The user must be
   * locked.
   */
  start(session: Session, replaced: readonly SessionKind[]): Promise<void>
  /**
   * Leaves each person of an organization one live session, and ends their other sessions as replaced. The
   * owner of the kept session keeps that one; all others keep their newest. Locks the people, so a sign-in
   * waits for the end of the transaction. The organization must be locked.
   */
  leaveOneEach(organizationId: string, keptId: string | null, at: Date): Promise<void>
  end(id: string, how: SessionEnd, at: Date): Promise<void>
  /** Ends all sessions of a person except this one. */
  endOthers(session: Pick<Session, 'id' | 'userId'>, how: SessionEnd, at: Date): Promise<void>
  /** Ends a session of a person and returns its client; null if the session is not live or not theirs. */
  endOwn(userId: string, id: string, how: SessionEnd, at: Date): Promise<SignInClient | null>
  /** Switches a session to the test organization of its organization, or back to the real one. */
  speakForTest(id: string, test: boolean): Promise<void>
  endAll(userId: string, how: SessionEnd, at: Date): Promise<void>
}
