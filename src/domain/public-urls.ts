/** The public URLs of this service. They come from PUBLIC_API_URL, never from a request. */
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

  /** Returns the URL for a password reset. The token is behind a "#", so that no server or log receives it. */
  passwordReset(resetToken: string): string {
    return `${this.#base}/reset-password#${resetToken}`
  }

  demo(linkToken: string): string {
    return `${this.#base}/demo#${linkToken}`
  }

  signUp(linkToken: string): string {
    return `${this.#base}/sign-up#${linkToken}`
  }

  /** Returns the URL of the page that confirms a change of address, for the old and for the new mailbox. */
  addressChange(linkToken: string): string {
    return `${this.#base}/change-address#${linkToken}`
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
  join(linkToken: string): string {
    return `${this.#base}/join#${linkToken}`
  }

  confirmation(linkToken: string): string {
    return `${this.#base}/confirm#${linkToken}`
  }
}
