import type { IncomingMessage } from 'node:http'
import type { Session } from '../../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { bearerOf } from '../../request/caller/credentials.ts'

export const sessionCookieName = 'spindle_session'
/** Under https: a browser takes it from this host alone, so that no other host of the domain can set one. */
const hostBoundName = `__Host-${sessionCookieName}`
export const consoleHeader = 'X-Spindle-Console'

type Headers = Readonly<Record<string, string>>

/** The token of a session where no script can read it: the browser sends it, and no script of a page can see it. */
export class SessionCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(publicApiUrl: string) {
    const isSecure = publicApiUrl.startsWith('https:')
    this.#name = isSecure ? hostBoundName : sessionCookieName
    this.#attributes = isSecure
      ? 'Path=/; HttpOnly; SameSite=Strict; Secure'
      : 'Path=/api; HttpOnly; SameSite=Strict'
  }

  /** By age and not by date: the clock of a browser may be wrong. */
  set(token: string, { createdAt, expiresAt }: Pick<Session, 'createdAt' | 'expiresAt'>): Headers {
    return this.#header(token, Math.floor((expiresAt.getTime() - createdAt.getTime()) / 1000))
  }

  clear(): Headers {
    return this.#header('', 0)
  }

  #header(value: string, seconds: number): Headers {
    return { 'Set-Cookie': `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}` }
  }
}

/**
 * The token that a request brings: a bearer's, or else the cookie's. A browser sends a cookie with
 * whatever makes it ask, so one that changes something must also carry a header that a page of another
 * origin cannot send: it would have to ask for permission by CORS first, which is never given.
 */
export function sessionTokenOf({ method, headers }: IncomingMessage): string {
  const bearer = bearerOf(headers.authorization)
  if (bearer !== '') return bearer
  const cookie = cookieOf(headers.cookie ?? '')
  if (cookie === '' || method === 'GET' || method === 'HEAD') return cookie
  if (isFromConsole({ headers })) return cookie
  throw new DomainError('UNAUTHENTICATED', {
    message: `The session cookie changes nothing without the header "${consoleHeader}: 1"`,
  })
}

export function isFromConsole({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers[consoleHeader.toLowerCase()] === '1'
}

function cookieOf(cookies: string): string {
  const own = cookies.split(';').map((pair) => pair.trim().split('='))
  const named = (wanted: string) => own.find(([name]) => name === wanted)?.[1]
  return named(hostBoundName) ?? named(sessionCookieName) ?? ''
}
