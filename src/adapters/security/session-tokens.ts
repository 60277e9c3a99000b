import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Session } from '../../domain/account/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { SessionTokens } from '../../ports/account/session-tokens.ts'

const pinned = { algorithm: 'HS256', typ: 'session+jwt', issuer: 'spindle', audience: 'spindle' } as const

/** Session tokens as JWTs that say nothing but which session they are, under a key of their own. */
export class JwtSessionTokens extends SessionTokens {
  readonly #key: Uint8Array

  constructor(sessionSecret: string) {
    super()
    this.#key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'spindle sessions', 32))
  }

  override sign({ id, userId, createdAt, expiresAt }: Session): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: pinned.algorithm, typ: pinned.typ })
      .setIssuer(pinned.issuer)
      .setAudience(pinned.audience)
      .setSubject(userId)
      .setJti(id)
      .setIssuedAt(createdAt)
      .setExpirationTime(expiresAt)
      .sign(this.#key)
  }

  override async read(token: string, now: Date): Promise<string> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [pinned.algorithm],
        typ: pinned.typ,
        issuer: pinned.issuer,
        audience: pinned.audience,
        requiredClaims: ['sub', 'jti', 'iat', 'exp'],
        currentDate: now,
      })
      if (payload.jti !== undefined && isId(payload.jti)) return payload.jti
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new DomainError('SESSION_EXPIRED')
      if (!(error instanceof errors.JOSEError)) throw error
    }
    throw new DomainError('UNAUTHENTICATED')
  }
}
