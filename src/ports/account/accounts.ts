import type { Account } from '../../domain/account/account.ts'
import type { Confirmation } from '../../domain/account/confirmation.ts'
import type { ListedInvitation } from '../../domain/account/invitation.ts'
import type { OpenIdState } from '../../domain/account/open-id/open-id-state.ts'
import type { Organization, OrganizationView } from '../../domain/account/organization.ts'
import type { OrganizationDeletion } from '../../domain/account/organization-deletion.ts'
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
import type { Departure } from '../../domain/cell/departure.ts'
import type { IdentityKey } from './open-id.ts'

/** An organization as the operator of the service sees it. */
export interface OrganizationSummary extends Organization {
  readonly owners: readonly string[]
}

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

/** Reads accounts, users, sessions, invitations and organizations, and stores when sessions were last used. */
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
  abstract organization(id: string): Promise<OrganizationView | null>
  /** Returns all organizations of the service, oldest first. */
  abstract organizations(): Promise<readonly OrganizationSummary[]>
}

/** Stores organizations, and for each the confirmation of the e-mail address with which it was created. */
export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
  /**
   * Locks an organization until the end of the transaction. Otherwise two requests could both find room under
   * a limit, and both add something.
   */
  lock(id: string): Promise<Organization | null>
  /**
   * Returns the deletion or the move for which an organization is closed; null if it is open. The organization must be
   * locked.
   */
  departureOf(id: string): Promise<Departure | null>
  /**
   * Returns whether the organization allows each person several sessions at once. The person must be locked.
   * Turning the option off locks all people of the organization, so the answer stays true until the new
   * session is stored.
   */
  allowsSeveralSessions(id: string): Promise<boolean>
  /** Returns whether audit entries about the organization's edited records contain the values of cells. */
  auditsValues(id: string): Promise<boolean>
  /** Returns whether a reply that asks for no more mail suppresses the address of its author. */
  unsubscribesByReply(id: string): Promise<boolean>
  /** Returns whether all people of the organization need two-factor sign-in. */
  requiresSecondFactor(id: string): Promise<boolean>
  save(organization: Organization): Promise<void>
  addConfirmation(confirmation: Confirmation): Promise<void>
  /**
   * Locks and returns the address confirmation that an organization must still make before it sends messages;
   * null if it needs none. The lock ends with the transaction.
   */
  lockConfirmation(organizationId: string): Promise<Confirmation | null>
  saveConfirmation(confirmation: Confirmation): Promise<void>
  /**
   * Closes an organization and its test organization until they are deleted: their API keys, webhook URLs and
   * invitations do not work, runtimes begin no more work for them, and the jobs with which runtimes work are paused.
   * Returns false if the organization is moving to another cell, or is to be deleted already. The organization must
   * be locked.
   */
  requestDeletion(deletion: OrganizationDeletion): Promise<boolean>
  /**
   * Undoes a deletion in state `grace`, and opens the organization again. Its paused jobs are resumed by
   * `resumeOfOrganization`. Returns false if there is no such deletion.
   */
  undoDeletion(organizationId: string): Promise<boolean>
  /** Begins a deletion in state `grace` that is due. Returns false if there is none; it cannot be undone then. */
  beginDeletion(organizationId: string, now: Date): Promise<boolean>
  /**
   * Locks a deletion in a state, so that it keeps the state until the end of the transaction. Returns false if there is
   * no such deletion. Transactions that pause or resume the jobs of a deletion lock it before the jobs; otherwise they
   * could change jobs after an undo or a new request.
   */
  lockDeletion(organizationId: string, state: OrganizationDeletion['state']): Promise<boolean>
  /** Forgets a deletion in state `reopening`, after the last job was resumed. */
  forgetDeletion(organizationId: string): Promise<void>
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
