import type { Account } from '../../domain/account/account.ts'
import type { ListedInvitation } from '../../domain/account/invitation.ts'
import type { OpenIdState } from '../../domain/account/open-id/open-id-state.ts'
import type { Passkey } from '../../domain/account/second-factor/passkey.ts'
import type { SecondFactor } from '../../domain/account/second-factor/second-factor.ts'
import type {
  Session,
  SessionEnd,
  SessionKind,
  SignedIn,
  SignInClient,
} from '../../domain/account/sessions/session.ts'
import type { KnownAccount, Membership, User } from '../../domain/account/user.ts'
import type { IdentityKey } from './open-id.ts'

/** A user of an organization, as the other users see them. */
export interface Member extends User {
  /** The time of the user's last activity, accurate to a few minutes; null if no stored session shows one. */
  readonly seenAt: Date | null
  /** Whether the user has turned on two-factor sign-in. */
  readonly hasSecondFactor: boolean
}

/** The second factor of a person, as the person sees it. */
export interface OwnSecondFactor {
  readonly confirmedAt: Date
  /** The number of recovery codes that were not used yet. */
  readonly recoveryCodes: number
  /** Whether the user has set up an authenticator app. */
  readonly hasApp: boolean
}

/** Reads accounts, users, sessions and invitations, and stores when sessions were last used. */
export abstract class Accounts {
  /** Returns the account with an e-mail address and its users; null if there is none. */
  abstract accountByEmail(email: string): Promise<KnownAccount | null>
  /** Returns the second factor of an account; null if two-factor sign-in is not turned on. */
  abstract secondFactor(accountId: string): Promise<OwnSecondFactor | null>
  /** Returns the organizations of a person, by name. */
  abstract membershipsOf(accountId: string): Promise<readonly Membership[]>
  /** Returns the passkeys of an account, oldest first. */
  abstract passkeys(accountId: string): Promise<readonly Passkey[]>
  /** Returns the passkey with a credential id; null if there is none. */
  abstract passkey(credentialId: string): Promise<Passkey | null>
  abstract signedIn(sessionId: string): Promise<SignedIn | null>
  /** Returns the members of an organization, highest roles first. */
  abstract members(organizationId: string): Promise<readonly Member[]>
  /** Returns the unused invitations of an organization, latest first. */
  abstract invitations(organizationId: string): Promise<readonly ListedInvitation[]>
  /** Returns the live sessions of a user, latest first. */
  abstract sessionsOf(userId: string, now: Date): Promise<readonly Session[]>
  /**
   * Stores when a session was last used. Writes only sometimes, so the stored time is accurate to a few
   * minutes.
   */
  abstract noteSessionUse(sessionId: string, at: Date): void
}

/**
 * Stores the accounts by which people sign in, with their second factors, passkeys and identities at OpenID Connect
 * providers. A transaction that locks a user and their account locks the user first; otherwise two transactions can
 * deadlock. The account must be locked for every method that changes its second factor or its passkeys.
 */
export interface AccountStore {
  /** Adds an account. Throws CONFLICT if another account has the address. */
  add(account: Account): Promise<void>
  lock(id: string): Promise<Account | null>
  /** Stores an account that is locked. Throws CONFLICT if another account has the address. */
  save(account: Account): Promise<void>
  /** Returns the second factor of an account, also if its set-up is not finished; null if there is none. */
  secondFactorOf(accountId: string): Promise<SecondFactor | null>
  /** Stores a second factor. It replaces the present second factor of the account. */
  saveSecondFactor(factor: SecondFactor): Promise<void>
  removeSecondFactor(accountId: string): Promise<void>
  /** Returns the passkeys of an account, oldest first. */
  passkeysOf(accountId: string): Promise<readonly Passkey[]>
  /** Returns the passkey with a credential id; null if there is none. */
  findPasskey(credentialId: string): Promise<Passkey | null>
  /** Adds a passkey. Throws CONFLICT if a passkey has the credential id. */
  addPasskey(passkey: Passkey): Promise<void>
  savePasskey(passkey: Passkey): Promise<void>
  removePasskey(id: string): Promise<void>
  removePasskeys(accountId: string): Promise<void>
  addSignInState(state: OpenIdState): Promise<void>
  /**
   * Uses up the state of an OpenID Connect sign-in and returns it; null if the state is unknown, was used or
   * is too old.
   */
  takeSignInState(digest: string, at: Date): Promise<OpenIdState | null>
  /** Returns the id of the account to which an OpenID Connect identity is linked; null if there is none. */
  linkedTo(identity: IdentityKey): Promise<string | null>
  /**
   * Links an OpenID Connect identity to an account. Throws CONFLICT if the identity is linked to an account
   * already.
   */
  linkIdentity(identity: IdentityKey, accountId: string, at: Date): Promise<void>
}

export interface UserStore {
  /**
   * Adds a user, whose account must exist. Throws CONFLICT if the person is in the organization already. A note that
   * the person was removed from the organization ends.
   */
  add(user: User): Promise<void>
  lock(id: string): Promise<User | null>
  /** Returns the users of an account, without a lock: the user of the last sign-in first. */
  ofAccount(accountId: string): Promise<readonly User[]>
  /** Stores the name and the role of a user that is locked. */
  save(user: User): Promise<void>
  /** Returns the owners of an organization. The organization must be locked. */
  owners(organizationId: string): Promise<readonly User[]>
  /**
   * Deletes a user with their sessions and links. Deletes the account of their last user with everything that
   * lets the person sign in, so that the address is free again. The user must be locked; their account is locked
   * by this call.
   */
  remove(user: Pick<User, 'id' | 'accountId'>): Promise<void>
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
  /**
   * Ends the sessions of an organization that people opened by their accounts. Owners with two-factor sign-in keep their
   * sessions. Locks the people, so a sign-in waits for the end of the transaction. The organization must be locked.
   */
  endByAccount(organizationId: string, how: SessionEnd, at: Date): Promise<void>
  /**
   * Ends the sessions of the members of an organization, except those of an account. Locks the people, so a sign-in waits
   * for the end of the transaction. The organization must be locked.
   */
  endOfOthers(organizationId: string, accountId: string, how: SessionEnd, at: Date): Promise<void>
  end(id: string, how: SessionEnd, at: Date): Promise<void>
  /** Returns whether a session was not ended. A session that has only expired is still open. */
  isOpen(id: string): Promise<boolean>
  /** Returns whether a stored session of the account was opened from an address. Sessions are stored for 30 days. */
  hasComeFrom(accountId: string, address: string): Promise<boolean>
  /** Ends all sessions of a user except the given session. */
  endOthers(session: Pick<Session, 'id' | 'userId'>, how: SessionEnd, at: Date): Promise<void>
  /**
   * Ends a session of a user and returns the client that used it, such as a browser. Null if the session has
   * ended or belongs to another user.
   */
  endOwn(userId: string, id: string, how: SessionEnd, at: Date): Promise<SignInClient | null>
  /** Switches a session between the real organization and its test organization. */
  speakForTest(id: string, test: boolean): Promise<void>
  /** Ends all sessions of all users of an account, except the session with the id `keptId`. */
  endAll(accountId: string, how: SessionEnd, at: Date, keptId?: string): Promise<void>
}

/** Signs and reads the tokens by which clients use their sessions. */
export abstract class SessionTokens {
  abstract sign(session: Session): Promise<string>
  /** Returns the id of the session that a token names. Throws UNAUTHENTICATED or SESSION_EXPIRED. */
  abstract read(token: string, now: Date): Promise<string>
}
