const stateCookieName = 'spindle_oidc'
const seconds = 600

/**
 * `OpenIdCookie` holds the state of a sign-in in the browser that began it. A person who is lured to the
 * callback of another person's sign-in is therefore not signed in as that person. SameSite is Lax, because
 * the provider leads back from another site.
 */
export class OpenIdCookie {
  readonly #attributes: string

  constructor(publicApiUrl: string) {
    const secure = publicApiUrl.startsWith('https:') ? '; Secure' : ''
    this.#attributes = `Max-Age=${seconds}; Path=/api/v1/auth/oidc; HttpOnly; SameSite=Lax${secure}`
  }

  set(state: string): Readonly<Record<string, string>> {
    return { 'Set-Cookie': `${stateCookieName}=${state}; ${this.#attributes}` }
  }
}

export function openIdStateOf(cookies: string): string {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === stateCookieName)?.[1] ?? ''
}
