import { DomainError, type ErrorCode } from '../../errors.ts'
import { cutText } from '../../text/storable-text.ts'
import type { User } from '../user.ts'

/** The reason why a session ended before it expired. */
export type SessionEnd = 'signed_out' | 'replaced' | 'password_reset'

/** The holder of a session: a browser at the console, or a script with the token. */
export const sessionKinds = ['console', 'token'] as const
export type SessionKind = (typeof sessionKinds)[number]

/**
 * Returns the kinds of a person's live sessions that a sign-in ends as replaced. A person has one session, unless an
 * owner lets people be signed in on several devices; then only a token replaces the token before it.
 */
export function replacedKinds(kind: SessionKind, allowsSeveralSessions: boolean): readonly SessionKind[] {
  if (!allowsSeveralSessions) return sessionKinds
  return kind === 'token' ? ['token'] : []
}

/**
 * The party that proved at the sign-in who the person is. `account`: the person, with what belongs to the account,
 * such as the password. `organization`: something that only the organization of the session vouches for, such as its
 * own sign-in provider; such a session opens none of the person's other organizations.
 */
type Voucher = 'account' | 'organization'

/** The client that a person signs in with, and its network address. */
export interface SignInClient {
  readonly kind: SessionKind
  readonly userAgent: string | null
  readonly ipAddress: string | null
}

/**
 * The client of a session that a script gets on the service's own machine, without a user agent or network
 * address.
 */
const unknownClient: SignInClient = { kind: 'token', userAgent: null, ipAddress: null }

/** A sign-in of a person that may still be active. */
export interface Session extends SignInClient {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The time when the session was last used, accurate to 5 minutes. */
  readonly lastSeenAt: Date
  readonly end: SessionEnd | null
  readonly vouchedBy: Voucher
}

/** The test organization that a session in test mode acts in. */
export interface TestMembership {
  readonly organizationId: string
  /** The present time on the test organization's own clock, which differs from real time. */
  readonly now: Date
}

/** A signed-in person, with the session of the present request. */
export interface SignedIn {
  readonly session: Session
  readonly user: User
  /**
   * The test organization; null or absent if the session is not in test mode. `user` always belongs to the
   * real organization.
   */
  readonly test?: TestMembership | null
  /**
   * Whether the person must set up two-factor sign-in before the session may do anything else; absent if not.
   */
  readonly mustSetUpSecondFactor?: boolean
  /**
   * The time at which the organization of the person is deleted; absent if it is not to be deleted. The
   * organization can only be read and exported before.
   */
  readonly deletesAt?: Date
}

/**
 * Returns a signed-in person as a member of the session's test organization, with the role in the real
 * organization.
 */
export function inTestOrganization(signedIn: SignedIn): SignedIn {
  const { test = null, user } = signedIn
  return test === null ? signedIn : { ...signedIn, user: { ...user, organizationId: test.organizationId } }
}

/**
 * The lifetime of a session, in seconds. 12 hours cover a working day, so that people sign in once a day, and
 * limit the use of a lost token.
 */
const sessionSeconds = 12 * 60 * 60

/**
 * The highest number of characters of a client's user agent that are stored. Browsers send fewer; strangers
 * could send more.
 */
const maxUserAgentLength = 400

export function newSession(
  id: string,
  userId: string,
  now: Date,
  client: SignInClient = unknownClient,
  vouchedBy: Voucher = 'account',
): Session {
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  const userAgent = client.userAgent === null ? null : cutText(client.userAgent, maxUserAgentLength)
  return {
    ...client,
    userAgent,
    id,
    userId,
    createdAt: now,
    expiresAt,
    lastSeenAt: now,
    end: null,
    vouchedBy,
  }
}

const seenEveryMs = 5 * 60 * 1000

/**
 * Returns whether the stored time of the session's last use is at least 5 minutes old, so that it must be
 * updated.
 */
export function isLastUseOutdated({ lastSeenAt }: Pick<Session, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= seenEveryMs
}

/** Refuses a session that stands for its organization alone to act on other organizations of the person. */
export function assertStandsForAccount({ vouchedBy }: Pick<Session, 'vouchedBy'>): void {
  if (vouchedBy === 'account') return
  throw new DomainError('FORBIDDEN', {
    message:
      'This sign-in is valid for this organization only. Sign out, and sign in with your own password to use other organizations',
  })
}

const codeOfEnd: Readonly<Record<SessionEnd, ErrorCode>> = {
  signed_out: 'SESSION_REVOKED',
  password_reset: 'SESSION_REVOKED',
  replaced: 'SESSION_REPLACED',
}

/** Returns the session if it is active. Throws an error that says why it cannot be used otherwise. */
export function assertLive(signedIn: SignedIn | null, now: Date): SignedIn {
  if (signedIn === null) throw new DomainError('UNAUTHENTICATED')
  const { end, expiresAt } = signedIn.session
  if (end !== null) throw new DomainError(codeOfEnd[end]).for(signedIn.user.organizationId)
  if (expiresAt <= now) throw new DomainError('SESSION_EXPIRED').for(signedIn.user.organizationId)
  return signedIn
}
