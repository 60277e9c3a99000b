import type { Account } from '../../domain/account/account.ts'
import type { OpenIdState } from '../../domain/account/open-id/open-id-state.ts'
import type { Passkey } from '../../domain/account/second-factor/passkey.ts'
import type { SecondFactor } from '../../domain/account/second-factor/second-factor.ts'
import type { Session, SessionEnd, SessionKind, SignInClient } from '../../domain/account/sessions/session.ts'
import type { KnownAccount, Membership, User } from '../../domain/account/user.ts'
import type { InTransaction } from '../in-transaction.ts'
import type { IdentityKey } from './open-id.ts'

/** A user of an organization, as the other users see them. */
export interface Member extends User {
  /** The time of the user's last activity, accurate to a few minutes; null if no stored session shows one. */
  readonly lastSeenAt: Date | null
  /** Whether the user has turned on two-factor sign-in. */
  readonly hasSecondFactor: boolean
}

/**
 * Stores the accounts by which people sign in, with their second factors, passkeys and identities at OpenID Connect
 * providers, and the users of organizations. A user is a person as a member of one organization. A transaction that locks
 * a user and their account locks the user first; otherwise two transactions can deadlock. The account must be locked for
 * every method that changes its second factor or its passkeys.
 */
export abstract class AccountStore {
  /** Returns the account with an e-mail address and its users; null if there is none. */
  abstract findByEmail(email: string): Promise<KnownAccount | null>
  /** Adds an account. Throws CONFLICT if another account has the address. */
  abstract add(this: InTransaction, account: Account): Promise<void>
  abstract lock(this: InTransaction, id: string): Promise<Account | null>
  /** Stores an account that is locked. Throws CONFLICT if another account has the address. */
  abstract save(this: InTransaction, account: Account): Promise<void>
  /** Returns the second factor of an account, also if its set-up is not finished; null if there is none. */
  abstract secondFactorOf(accountId: string): Promise<SecondFactor | null>
  /** Stores a second factor. It replaces the present second factor of the account. */
  abstract saveSecondFactor(this: InTransaction, factor: SecondFactor): Promise<void>
  abstract removeSecondFactor(this: InTransaction, accountId: string): Promise<void>
  /** Returns the passkeys of an account, oldest first. */
  abstract passkeysOf(accountId: string): Promise<readonly Passkey[]>
  /** Returns the passkey with a credential id; null if there is none. */
  abstract findPasskey(credentialId: string): Promise<Passkey | null>
  /** Adds a passkey. Throws CONFLICT if a passkey has the credential id. */
  abstract addPasskey(this: InTransaction, passkey: Passkey): Promise<void>
  abstract savePasskey(this: InTransaction, passkey: Passkey): Promise<void>
  abstract removePasskey(this: InTransaction, id: string): Promise<void>
  abstract removePasskeys(this: InTransaction, accountId: string): Promise<void>
  abstract addSignInState(this: InTransaction, state: OpenIdState): Promise<void>
  /**
   * Uses up the state of an OpenID Connect sign-in and returns it; null if the state is unknown, was used or
   * is too old.
   */
  abstract takeSignInState(this: InTransaction, digest: string, at: Date): Promise<OpenIdState | null>
  /** Returns the id of the account to which an OpenID Connect identity is linked; null if there is none. */
  abstract linkedTo(identity: IdentityKey): Promise<string | null>
  /**
   * Links an OpenID Connect identity to an account. Throws CONFLICT if the identity is linked to an account
   * already.
   */
  abstract linkIdentity(
    this: InTransaction,
    identity: IdentityKey,
    accountId: string,
    at: Date,
  ): Promise<void>
  /** Returns the members of an organization, highest roles first. */
  abstract membersOf(organizationId: string): Promise<readonly Member[]>
  /** Returns the organizations of a person, by name. */
  abstract membershipsOf(accountId: string): Promise<readonly Membership[]>
  /**
   * Adds a user, whose account must exist. Throws CONFLICT if the person is in the organization already. A note that
   * the person was removed from the organization ends.
   */
  abstract addUser(this: InTransaction, user: User): Promise<void>
  abstract lockUser(this: InTransaction, id: string): Promise<User | null>
  /** Returns the users of an account, without a lock: the user of the last sign-in first. */
  abstract usersOf(accountId: string): Promise<readonly User[]>
  /** Stores the name and the role of a user that is locked. */
  abstract saveUser(this: InTransaction, user: User): Promise<void>
  /** Returns the owners of an organization. The organization must be locked. */
  abstract ownersOf(this: InTransaction, organizationId: string): Promise<readonly User[]>
  /**
   * Deletes a user with their sessions and links. Deletes the account of their last user with everything that
   * lets the person sign in, so that the address is free again. The user must be locked; their account is locked
   * by this call.
   */
  abstract removeUser(this: InTransaction, user: Pick<User, 'id' | 'accountId'>): Promise<void>
}

export abstract class SessionStore {
  /** Returns the live sessions of a user, latest first. */
  abstract ofUser(userId: string, now: Date): Promise<readonly Session[]>
  /**
   * Starts a session of a user. Ends the user's other sessions of the kinds in `replaced`, with the reason
   * that they were replaced. The user must be locked.
   */
  abstract start(this: InTransaction, session: Session, replaced: readonly SessionKind[]): Promise<void>
  /**
   * Leaves each person of an organization one live session, and ends their other sessions as replaced. The
   * owner of the kept session keeps that one; all others keep their newest. Locks the people, so a sign-in
   * waits for the end of the transaction. The organization must be locked.
   */
  abstract leaveOneEach(
    this: InTransaction,
    organizationId: string,
    storedId: string | null,
    at: Date,
  ): Promise<void>
  /**
   * Ends the sessions of an organization that people opened by their accounts. Owners with two-factor sign-in keep their
   * sessions. Locks the people, so a sign-in waits for the end of the transaction. The organization must be locked.
   */
  abstract endByAccount(this: InTransaction, organizationId: string, how: SessionEnd, at: Date): Promise<void>
  /**
   * Ends the sessions of the members of an organization, except those of an account. Locks the people, so a sign-in waits
   * for the end of the transaction. The organization must be locked.
   */
  abstract endOfOthers(
    this: InTransaction,
    organizationId: string,
    accountId: string,
    how: SessionEnd,
    at: Date,
  ): Promise<void>
  abstract end(this: InTransaction, id: string, how: SessionEnd, at: Date): Promise<void>
  /** Returns whether a session was not ended. A session that has only expired is still open. */
  abstract isOpen(id: string): Promise<boolean>
  /** Returns whether a stored session of the account was opened from an address. Sessions are stored for 30 days. */
  abstract hasComeFrom(accountId: string, address: string): Promise<boolean>
  /** Ends all sessions of a user except the given session. */
  abstract endOthers(
    this: InTransaction,
    session: Pick<Session, 'id' | 'userId'>,
    how: SessionEnd,
    at: Date,
  ): Promise<void>
  /**
   * Ends a session of a user and returns the client that used it, such as a browser. Null if the session has
   * ended or belongs to another user.
   */
  abstract endOwn(
    this: InTransaction,
    userId: string,
    id: string,
    how: SessionEnd,
    at: Date,
  ): Promise<SignInClient | null>
  /** Switches a session between the real organization and its test organization. */
  abstract speakForTest(this: InTransaction, id: string, test: boolean): Promise<void>
  /** Ends all sessions of all users of an account, except the session with the id `keptId`. */
  abstract endAll(
    this: InTransaction,
    accountId: string,
    how: SessionEnd,
    at: Date,
    storedId?: string,
  ): Promise<void>
}

/** Signs and reads the tokens by which clients use their sessions. */
export abstract class SessionTokens {
  abstract sign(session: Session): Promise<string>
  /** Returns the id of the session that a token names. Throws UNAUTHENTICATED or SESSION_EXPIRED. */
  abstract read(token: string, now: Date): Promise<string>
}
