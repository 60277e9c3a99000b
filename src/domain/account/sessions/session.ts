import { DomainError, type ErrorCode } from '../../errors.ts'
import { cutText } from '../../storable-text.ts'
import type { Person } from '../user.ts'

/** Why a session ended before its time. */
export type SessionEnd = 'signed_out' | 'replaced' | 'password_reset'

/** The holder of a session: a browser at the console, or a script with the token. */
export const sessionKinds = ['console', 'token'] as const
export type SessionKind = (typeof sessionKinds)[number]

/**
 * Returns the kinds of a person's live sessions that a sign-in ends as replaced. A person has one session, unless an
 * owner lets people be signed in on several devices; then only a token replaces the token before it.
 */
export function replacedKinds(kind: SessionKind, severalSessions: boolean): readonly SessionKind[] {
  if (!severalSessions) return sessionKinds
  return kind === 'token' ? ['token'] : []
}

/** What somebody signs in with, and from where. */
export interface SignInClient {
  readonly kind: SessionKind
  readonly userAgent: string | null
  readonly address: string | null
}

/** Where nobody knows: a script on the machine of the service. */
const unknownClient: SignInClient = { kind: 'token', userAgent: null, address: null }

/** An active sign-in of a person. */
export interface Session extends SignInClient {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** To some minutes. */
  readonly seenAt: Date
  readonly end: SessionEnd | null
}

/** The test organization that a session speaks for. */
export interface TestSeat {
  readonly organizationId: string
  /** The time on its clock. */
  readonly now: Date
}

/** A person with the session that they act in. */
export interface SignedIn {
  readonly session: Session
  readonly user: Person
  /** Null or absent where the session is not in test mode. The user is always that of the real organization. */
  readonly test?: TestSeat | null
}

/** Seats a person in the test organization that their session speaks for, with the role of the real one. */
export function seated(signedIn: SignedIn): SignedIn {
  const { test = null, user } = signedIn
  return test === null ? signedIn : { ...signedIn, user: { ...user, organizationId: test.organizationId } }
}

/** A working day: short enough for a token that was left behind, long enough not to be asked twice. */
const sessionSeconds = 12 * 60 * 60

/** As long as browsers make them, with room; what a stranger sends is kept no longer than that. */
const longestUserAgent = 400

export function newSession(
  id: string,
  userId: string,
  now: Date,
  client: SignInClient = unknownClient,
): Session {
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  const userAgent = client.userAgent === null ? null : cutText(client.userAgent, longestUserAgent)
  return { ...client, userAgent, id, userId, createdAt: now, expiresAt, seenAt: now, end: null }
}

const seenEveryMs = 5 * 60 * 1000

/** Whether it is time to write down that a session is in use. */
export function isSeenAnew({ seenAt }: Pick<Session, 'seenAt'>, now: Date): boolean {
  return now.getTime() - seenAt.getTime() >= seenEveryMs
}

const codeOfEnd: Readonly<Record<SessionEnd, ErrorCode>> = {
  signed_out: 'SESSION_REVOKED',
  password_reset: 'SESSION_REVOKED',
  replaced: 'SESSION_REPLACED',
}

/** Says of a session that cannot be used why it cannot. */
export function assertLive(signedIn: SignedIn | null, now: Date): SignedIn {
  if (signedIn === null) throw new DomainError('UNAUTHENTICATED')
  const { end, expiresAt } = signedIn.session
  if (end !== null) throw new DomainError(codeOfEnd[end]).for(signedIn.user.organizationId)
  if (expiresAt <= now) throw new DomainError('SESSION_EXPIRED').for(signedIn.user.organizationId)
  return signedIn
}
