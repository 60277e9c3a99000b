import { errors, jwtVerify, SignJWT } from 'jose'
import type { Session } from '../../domain/account/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { SessionTokens } from '../../ports/account/session-tokens.ts'
import type { KeyRing } from './key-ring.ts'

const pinned = { algorithm: 'HS256', typ: 'session+jwt', issuer: 'spindle', audience: 'spindle' } as const

/** Session tokens as JWTs that say nothing but which session they are, under keys of their own. */
export class JwtSessionTokens extends SessionTokens {
  /** The newest signs, all are believed: a new key signs nobody out. */
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  constructor(ring: KeyRing) {
    super()
    const [newest, ...older] = ring.keysFor('spindle sessions')
    this.#keys = [new Uint8Array(newest.bytes), ...older.map(({ bytes }) => new Uint8Array(bytes))]
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
      .sign(this.#keys[0])
  }

  override async read(token: string, now: Date): Promise<string> {
    for (const key of this.#keys) {
      const id = await idIn(token, key, now)
      if (id !== null) return id
    }
    throw new DomainError('UNAUTHENTICATED')
  }
}

/** Null where it was not signed by this key. */
async function idIn(token: string, key: Uint8Array, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [pinned.algorithm],
      typ: pinned.typ,
      issuer: pinned.issuer,
      audience: pinned.audience,
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      currentDate: now,
    })
    return payload.jti !== undefined && isId(payload.jti) ? payload.jti : null
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new DomainError('SESSION_EXPIRED')
    if (!(error instanceof errors.JOSEError)) throw error
    return null
  }
}
