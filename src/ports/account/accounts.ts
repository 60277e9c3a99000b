import type { Confirmation } from '../../domain/account/confirmation.ts'
import type { Invitation } from '../../domain/account/invitation.ts'
import type { Organization, OrganizationView } from '../../domain/account/organization.ts'
import type {
  Session,
  SessionEnd,
  SessionKind,
  SignedIn,
  SignInClient,
} from '../../domain/account/sessions/session.ts'
import type { Person, User } from '../../domain/account/user.ts'

/** An organization as the operator of the service sees it. */
export interface OrganizationSummary extends Organization {
  readonly owners: readonly string[]
}

/** A user of an organization, as the other users see them. */
export interface Member extends Person {
  /** The time of the user's last activity, accurate to a few minutes; null if no stored session shows one. */
  readonly seenAt: Date | null
}

/** Reads users, sessions, invitations and organizations, and stores when sessions were last used. */
export abstract class Accounts {
  abstract userByEmail(email: string): Promise<User | null>
  abstract signedIn(sessionId: string): Promise<SignedIn | null>
  /** Returns the members of an organization, highest roles first. */
  abstract members(organizationId: string): Promise<readonly Member[]>
  /** Returns the unused invitations of an organization, latest first. */
  abstract invitations(organizationId: string): Promise<readonly Invitation[]>
  /** Returns the live sessions of a user, latest first. */
  abstract sessionsOf(userId: string, now: Date): Promise<readonly Session[]>
  /** Notes the use of a session, without a write for each request; accurate to a few minutes. */
  abstract noteSessionUse(sessionId: string, at: Date): void
  abstract organization(id: string): Promise<OrganizationView | null>
  /** Returns all organizations of the service, oldest first. */
  abstract organizations(): Promise<readonly OrganizationSummary[]>
}

/** Stores organizations, and for each the confirmation of the e-mail address with which it was created. */
export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
  /**
   * Locks an organization until the end of the transaction. Otherwise two requests could both count and then
   * both add.
   */
  lock(id: string): Promise<Organization | null>
  /**
   * Returns whether the organization allows several sessions for each person. The person must be locked, so
   * that the answer holds until the session exists: turning the option off locks all its people.
   */
  allowsSeveralSessions(id: string): Promise<boolean>
  save(organization: Organization): Promise<void>
  addConfirmation(confirmation: Confirmation): Promise<void>
  /**
   * Locks and returns the confirmation of an organization until the end of the transaction; null if the
   * organization needs none.
   */
  lockConfirmation(organizationId: string): Promise<Confirmation | null>
  saveConfirmation(confirmation: Confirmation): Promise<void>
}

export interface UserStore {
  /** Adds a user. Throws CONFLICT if the address has an account. */
  add(user: User): Promise<void>
  lock(id: string): Promise<User | null>
  save(user: User): Promise<void>
  /** Returns the number of owners of an organization. The organization must be locked. */
  owners(organizationId: string): Promise<number>
  /**
   * Deletes a user with everything that lets them sign in: sessions, links and identities. The user must be
   * locked.
   */
  remove(id: string): Promise<void>
}

export interface SessionStore {
  /**
   * Starts a session of a user. Ends the user's other sessions of the kinds in `replaced`, with the reason
   * that they were replaced. The user must be locked.
   */
  start(session: Session, replaced: readonly SessionKind[]): Promise<void>
  /**
   * Leaves each person of an organization one live session, and ends their other sessions as replaced. The
   * owner of the kept session keeps that one; all others keep their newest. Locks the people, so a sign-in
   * waits for the end of the transaction. The organization must be locked.
   */
  leaveOneEach(organizationId: string, keptId: string | null, at: Date): Promise<void>
  end(id: string, how: SessionEnd, at: Date): Promise<void>
  /** Ends all sessions of a user except the given session. */
  endOthers(session: Pick<Session, 'id' | 'userId'>, how: SessionEnd, at: Date): Promise<void>
  /** Ends a session of a person and returns its client; null if the session is not live or not theirs. */
  endOwn(userId: string, id: string, how: SessionEnd, at: Date): Promise<SignInClient | null>
  /** Switches a session to the test organization of its organization, or back to the real one. */
  speakForTest(id: string, test: boolean): Promise<void>
  endAll(userId: string, how: SessionEnd, at: Date): Promise<void>
}

/** Signs and reads the tokens by which clients use their sessions. */
export abstract class SessionTokens {
  abstract sign(session: Session): Promise<string>
  /** Returns the id of the session that a token names. Throws UNAUTHENTICATED or SESSION_EXPIRED. */
  abstract read(token: string, now: Date): Promise<string>
}
