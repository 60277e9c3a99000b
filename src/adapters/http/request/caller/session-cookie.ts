import type { IncomingMessage } from 'node:http'
import type { Session } from '../../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { bearerOf } from './callers.ts'

export const sessionCookieName = 'spindle_session'
/**
 * Returns the name of a cookie. Under https it has a prefix that makes browsers accept the cookie only from this host, so
 * no other host of the domain can set it. The name without the prefix is then not read.
 */
export function cookieNameOf(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

export const consoleHeader = 'X-Spindle-Console'

type Headers = Readonly<Record<string, string>>

/**
 * `SessionCookie` writes the cookie with the session token. The browser sends the cookie, but no script of a
 * page can read it.
 */
export class SessionCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(publicApiUrl: string) {
    const isSecure = publicApiUrl.startsWith('https:')
    this.#name = cookieNameOf(sessionCookieName, isSecure)
    this.#attributes = isSecure
      ? 'Path=/; HttpOnly; SameSite=Strict; Secure'
      : 'Path=/api; HttpOnly; SameSite=Strict'
  }

  /**
   * Sets the lifetime of the session cookie as an age and not as a date, because the clock of a browser may
   * be wrong.
   */
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
 * Returns the session token of a request: the bearer token, or else the cookie. A browser also sends the
 * cookie with requests that other sites cause. A request that changes something must therefore carry a header
 * too. A page of another origin would need permission by CORS for the header, which is never given.
 */
export function sessionTokenOf({ method, headers }: IncomingMessage, isSecure: boolean): string {
  const bearer = bearerOf(headers.authorization)
  if (bearer !== '') return bearer
  const cookie = cookieIn(headers.cookie ?? '', cookieNameOf(sessionCookieName, isSecure))
  if (cookie === '' || method === 'GET' || method === 'HEAD') return cookie
  if (isFromConsole({ headers })) return cookie
  throw new DomainError('UNAUTHENTICATED', {
    message: `Requests that change something with the session cookie need the header "${consoleHeader}: 1"`,
  })
}

export function isFromConsole({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers[consoleHeader.toLowerCase()] === '1'
}

/** Returns the value of a cookie in a Cookie header; empty if the header does not contain the cookie. */
export function cookieIn(cookies: string, wanted: string): string {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === wanted)?.[1] ?? ''
}
