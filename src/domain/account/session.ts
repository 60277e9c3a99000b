import { DomainError, type ErrorCode } from '../errors.ts'
import type { User } from './user.ts'

/** Why a session ended before its time. */
export type SessionEnd = 'signed_out' | 'replaced' | 'password_reset'

/** The one active sign-in of a person. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly end: SessionEnd | null
}

/** A person with the session that they act in. */
export interface SignedIn {
  readonly session: Session
  readonly user: Omit<User, 'passwordHash'>
}

/** A working day: short enough for a token that was left behind, long enough not to be asked twice. */
const sessionSeconds = 12 * 60 * 60

export function newSession(id: string, userId: string, now: Date): Session {
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  return { id, userId, createdAt: now, expiresAt, end: null }
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
