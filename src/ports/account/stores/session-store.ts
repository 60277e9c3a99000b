import type {
  Session,
  SessionEnd,
  SessionKind,
  SignInClient,
} from '../../../domain/account/sessions/session.ts'

export interface SessionStore {
  /** Starts a session, and ends the person's others of these kinds as replaced. The user must be locked. */
  start(session: Session, replaced: readonly SessionKind[]): Promise<void>
  /**
   * Leaves each person of an organization one live session, and ends their others as replaced: the kept one for the
   * person whose it is, and the newest for everybody else. Locks the people, so that a sign-in waits for the end of the
   * transaction. The organization must be locked.
   */
  leaveOneEach(organizationId: string, keptId: string | null, at: Date): Promise<void>
  end(id: string, how: SessionEnd, at: Date): Promise<void>
  /** Every one of the person's but this one. */
  endOthers(session: Pick<Session, 'id' | 'userId'>, how: SessionEnd, at: Date): Promise<void>
  /** One of the person's; null where it is not live, or not theirs. */
  endOwn(userId: string, id: string, how: SessionEnd, at: Date): Promise<SignInClient | null>
  /** Lets a session speak for the test organization of the person's organization, or for the real one again. */
  speakForTest(id: string, test: boolean): Promise<void>
  endAll(userId: string, how: SessionEnd, at: Date): Promise<void>
}
