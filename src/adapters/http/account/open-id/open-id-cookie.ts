import { cookieIn, cookieNameOf } from '../../request/caller/session-cookie.ts'

const seconds = 600

/**
 * `OpenIdCookie` holds the state of a sign-in in the browser that began it. A person who is lured to the
 * callback of another person's sign-in is therefore not signed in as that person. SameSite is Lax, because
 * the provider leads back from another site.
 */
export class OpenIdCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(publicApiUrl: string) {
    const isSecure = publicApiUrl.startsWith('https:')
    this.#name = cookieNameOf('spindle_oidc', isSecure)
    const place = isSecure ? 'Path=/; Secure' : 'Path=/api/v1/auth/oidc'
    this.#attributes = `Max-Age=${seconds}; ${place}; HttpOnly; SameSite=Lax`
  }

  set(state: string): Readonly<Record<string, string>> {
    return { 'Set-Cookie': `${this.#name}=${state}; ${this.#attributes}` }
  }

  /** Returns the state in a Cookie header; empty if it contains none. */
  stateIn(cookies: string): string {
    return cookieIn(cookies, this.#name)
  }
}
