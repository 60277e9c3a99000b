import type { EventProvider } from '../../domain/sender/inbound/event-provider.ts'
import { PublicUrls } from '../../ports/public-urls.ts'
import { apiPrefix } from './api-prefix.ts'

export class HttpPublicUrls extends PublicUrls {
  readonly #base: string

  constructor(publicApiUrl: string) {
    super()
    this.#base = publicApiUrl
  }

  override webhook(ingestToken: string): string {
    return `${this.#base}${apiPrefix}/public/data-tables/ingest/${ingestToken}`
  }

  override events(provider: EventProvider, eventToken: string): string {
    return `${this.#base}${apiPrefix}/channels/${provider}/${eventToken}`
  }

  override channelCallback(provider: string): string {
    return `${this.#base}${apiPrefix}/channels/${provider}/callback`
  }

  override openIdCallback(organizationId: string | null): string {
    const own = organizationId === null ? '' : `/${organizationId}`
    return `${this.#base}${apiPrefix}/auth/oidc/callback${own}`
  }

  /** The URL for a password reset. The token is behind a "#", so that no server or log receives it. */
  override passwordReset(resetToken: string): string {
    return `${this.#base}/reset-password#${resetToken}`
  }

  override demo(linkToken: string): string {
    return `${this.#base}/demo#${linkToken}`
  }

  override signUp(linkToken: string): string {
    return `${this.#base}/sign-up#${linkToken}`
  }

  override addressChange(linkToken: string): string {
    return `${this.#base}/change-address#${linkToken}`
  }

  override senders(): string {
    return `${this.#base}/senders`
  }

  override destinations(): string {
    return `${this.#base}/destinations`
  }

  override join(linkToken: string): string {
    return `${this.#base}/join#${linkToken}`
  }

  override confirmation(linkToken: string): string {
    return `${this.#base}/confirm#${linkToken}`
  }
}
