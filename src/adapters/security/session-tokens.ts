import type * as Jose from 'jose'
import type { Session } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { SessionTokens } from '../../ports/account/accounts.ts'
import type { KeyRing } from './key-ring.ts'

const pinned = { algorithm: 'HS256', typ: 'session+jwt', issuer: 'spindle', audience: 'spindle' } as const

/**
 * `JwtSessionTokens` issues session tokens as JWTs that contain only the id of the session, under keys of
 * their own. If there are several cells, the id of this cell comes first, as in `eu1.eyJ…`. Proxies route by
 * it; nothing trusts it.
 */
export class JwtSessionTokens extends SessionTokens {
  /**
   * The keys that sign sessions, newest first. The newest signs, but all are accepted, so a new key signs
   * nobody out.
   */
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  readonly #prefix: string

  constructor(ring: KeyRing, cell: string | null = null) {
    super()
    this.#prefix = cell === null ? '' : `${cell}.`
    const [newest, ...older] = ring.keysFor('spindle sessions')
    this.#keys = [new Uint8Array(newest.bytes), ...older.map(({ bytes }) => new Uint8Array(bytes))]
  }

  override async sign({ id, userId, createdAt, expiresAt }: Session): Promise<string> {
    const { SignJWT } = await library()
    const token = await new SignJWT()
      .setProtectedHeader({ alg: pinned.algorithm, typ: pinned.typ })
      .setIssuer(pinned.issuer)
      .setAudience(pinned.audience)
      .setSubject(userId)
      .setJti(id)
      .setIssuedAt(createdAt)
      .setExpirationTime(expiresAt)
      .sign(this.#keys[0])
    return this.#prefix + token
  }

  override async read(reported: string, now: Date): Promise<string> {
    const token = reported.replace(cellBefore, '')
    for (const key of this.#keys) {
      const id = await idIn(token, key, now)
      if (id !== null) return id
    }
    throw new DomainError('UNAUTHENTICATED')
  }
}

/** Returns the package that reads and writes JWTs. Loads it at the first session, because it takes 1 MB. */
function library(): Promise<Library> {
  loaded ??= import('jose')
  return loaded
}

type Library = typeof Jose

let loaded: Promise<Library> | null = null

/** Matches the id of a cell before the JWT of a session, which begins with `{"` in base64. */
const cellBefore = /^[a-z0-9]{1,8}\.(?=eyJ)/

/** Returns the id of the session in a token; null if the token was not signed by this key. */
async function idIn(token: string, key: Uint8Array, now: Date): Promise<string | null> {
  const { errors, jwtVerify } = await library()
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
