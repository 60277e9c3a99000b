import type { Language } from './text/language.ts'

/**
 * The query parameter of a link that names the language of the organization, which the page has if the browser asks for
 * no language of the service. English is not named.
 */
export const organizationLanguage = 'organization-language'

/**
 * The public URLs of this service. They come from PUBLIC_API_URL, never from a request. Tokens are behind a "#", so that
 * no server or log receives them.
 */
export class PublicUrls {
  readonly #base: string
  readonly #api: string

  constructor(publicApiUrl: string, apiPrefix: string) {
    this.#base = publicApiUrl
    this.#api = publicApiUrl + apiPrefix
  }

  webhook(ingestToken: string): string {
    return `${this.#api}/public/data-tables/ingest/${ingestToken}`
  }

  /** Returns the URL to which a mail provider posts its events, such as bounces. */
  events(provider: string, eventToken: string): string {
    return `${this.#api}/channels/${provider}/${eventToken}`
  }

  /** Returns the URL to which a mailbox provider redirects people after consent. */
  channelCallback(provider: string): string {
    return `${this.#api}/channels/${provider}/callback`
  }

  /** Returns the URL to which a sign-in provider redirects people: an organization's own, or null for the operator's. */
  openIdCallback(organizationId: string | null): string {
    const organizationPath = organizationId === null ? '' : `/${organizationId}`
    return `${this.#api}/auth/oidc/callback${organizationPath}`
  }

  passwordReset(resetToken: string, language: Language): string {
    return this.#page('reset-password', resetToken, language)
  }

  demo(linkToken: string): string {
    return `${this.#base}/demo#${linkToken}`
  }

  signUp(linkToken: string): string {
    return `${this.#base}/sign-up#${linkToken}`
  }

  /** Returns the URL of the page that confirms a change of address, for the old and for the new mailbox. */
  addressChange(linkToken: string, language: Language): string {
    return this.#page('change-address', linkToken, language)
  }

  /** Returns the URL of the console's page for senders. */
  senders(): string {
    return `${this.#base}/senders`
  }

  /** Returns the URL of the console's page for destinations of events. */
  destinations(): string {
    return `${this.#base}/destinations`
  }

  /** Returns the URL at which an invited person signs up. */
  join(linkToken: string, language: Language): string {
    return this.#page('join', linkToken, language)
  }

  confirmation(linkToken: string, language: Language): string {
    return this.#page('confirm', linkToken, language)
  }

  #page(name: string, token: string, language: Language): string {
    const search = language === 'en' ? '' : `?${organizationLanguage}=${language}`
    return `${this.#base}/${name}${search}#${token}`
  }
}
