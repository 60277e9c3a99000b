import * as openid from 'openid-client'
import { deliverableEmail } from '../../domain/email-address.ts'
import type { PublicUrls } from '../../domain/public-urls.ts'
import { type ProviderKind, providerKinds } from '../../domain/sender/connect-state.ts'
import type { TokenCredentials } from '../../domain/sender/credentials.ts'
import { oneLine } from '../../domain/sender/one-line.ts'
import type { ProviderSettings } from '../../domain/sender/provider-settings.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  ConnectRefused,
  type Consent,
  type Grant,
  GrantRevoked,
  MailProviders,
  ProviderUnavailable,
} from '../../ports/sender/mail-providers.ts'
import { discoverConfiguration } from './discover-configuration.ts'
import { KnownConfigurations } from './known-configurations.ts'
import { isDenied, isUnreachable, oauthErrorText } from './open-id-faults.ts'

interface ProviderScopes {
  /** The OAuth scope for sending messages. A mailbox is not connected without it. */
  readonly sends: string
  /** The OAuth scope for reading replies. A mailbox without it is connected, but its replies are not read. */
  readonly reads: string
  readonly others: string
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * The OAuth scopes and parameters that are requested from each provider. Google issues a refresh token for
 * `access_type: offline`, Microsoft for the scope `offline_access`.
 */
const scopesByProvider: Readonly<Record<ProviderKind, ProviderScopes>> = {
  google: {
    sends: 'https://www.googleapis.com/auth/gmail.send',
    reads: 'https://www.googleapis.com/auth/gmail.readonly',
    others: 'openid email profile',
    parameters: { access_type: 'offline', prompt: 'consent' },
  },
  microsoft: {
    sends: 'Mail.Send',
    reads: 'Mail.Read',
    others: 'openid email profile offline_access',
    parameters: { prompt: 'select_account' },
  },
}

/** The seconds in which a mail provider must answer each request. */
const patienceSeconds = 8

interface Checks {
  readonly verifier: string
  readonly nonce: string
}

/**
 * `OpenIdMailProviders` connects mailboxes with OAuth 2 and OpenID Connect: authorization code with PKCE,
 * state and nonce.
 */
export class OpenIdMailProviders extends MailProviders {
  override readonly offered: readonly ProviderKind[]
  readonly #settings: Readonly<Record<ProviderKind, ProviderSettings | null>>
  readonly #urls: PublicUrls
  readonly #clock: Clock
  readonly #maxSeconds: number
  readonly #known = new KnownConfigurations()

  constructor(
    settings: Readonly<Record<ProviderKind, ProviderSettings | null>>,
    urls: PublicUrls,
    clock: Clock,
    maxSeconds = patienceSeconds,
  ) {
    super()
    this.#settings = settings
    this.#urls = urls
    this.#clock = clock
    this.#maxSeconds = maxSeconds
    this.offered = providerKinds.filter((kind) => settings[kind] !== null)
  }

  override async consent(kind: ProviderKind, state: string): Promise<Consent> {
    const configuration = await this.#configurationOf(kind)
    const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()]
    const { sends, reads, others, parameters } = scopesByProvider[kind]
    const url = openid.buildAuthorizationUrl(configuration, {
      ...parameters,
      redirect_uri: this.#urls.channelCallback(kind),
      scope: `${others} ${sends} ${reads}`,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    const checks: Checks = { verifier, nonce }
    return { url: url.href, checks: JSON.stringify(checks) }
  }

  override async grant(kind: ProviderKind, search: string, state: string, checks: string): Promise<Grant> {
    const { verifier, nonce } = JSON.parse(checks) as Checks
    const tokens = await this.#exchanged(kind, search, { state, verifier, nonce })
    const claims = tokens.claims()
    const { sends, reads } = scopesByProvider[kind]
    const { refresh_token: refreshToken } = tokens
    const scopes = tokens.scope ?? `${sends} ${reads}`
    // Does not revoke an incomplete grant: Google would end all grants of the account to this service, and with them
    // the access of senders that are connected with the account.
    if (!has(scopes, sends)) throw new ConnectRefused('missingScope')
    if (refreshToken === undefined) throw new ConnectRefused('noRefreshToken')
    const address = addressOf(kind, claims)
    if (address === null) throw new ConnectRefused('noAddress')
    return {
      ...this.#credentialsOf(tokens, refreshToken),
      account: String(claims?.sub),
      address,
      name: nameOf(claims),
      readsReplies: has(scopes, reads),
    }
  }

  async #exchanged(
    kind: ProviderKind,
    search: string,
    { state, verifier, nonce }: Checks & { readonly state: string },
  ) {
    try {
      const configuration = await this.#configurationOf(kind)
      const url = new URL(`${this.#urls.channelCallback(kind)}${search}`)
      return await openid.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
    } catch (error) {
      if (error instanceof openid.AuthorizationResponseError) {
        throw new ConnectRefused(isDenied(error) ? 'denied' : 'refused', oauthErrorText(error))
      }
      if (error instanceof ProviderUnavailable || isUnreachable(error))
        throw new ConnectRefused('away', oauthErrorText(error))
      throw new ConnectRefused('refused', oauthErrorText(error))
    }
  }

  override async renewed(kind: ProviderKind, refreshToken: string): Promise<TokenCredentials> {
    const configuration = await this.#configurationOf(kind)
    try {
      const tokens = await openid.refreshTokenGrant(configuration, refreshToken)
      // Keeps the present refresh token if the provider returns no new one.
      return this.#credentialsOf(tokens, tokens.refresh_token ?? refreshToken)
    } catch (error) {
      if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
        throw new GrantRevoked(oauthErrorText(error))
      throw new ProviderUnavailable(oauthErrorText(error))
    }
  }

  override async revoke(kind: ProviderKind, refreshToken: string): Promise<boolean> {
    try {
      const configuration = await this.#configurationOf(kind)
      if (configuration.serverMetadata().revocation_endpoint === undefined) return false
      await openid.tokenRevocation(configuration, refreshToken)
      return true
    } catch {
      return false
    }
  }

  #credentialsOf(tokens: openid.TokenEndpointResponse, refreshToken: string): TokenCredentials {
    const seconds = tokens.expires_in ?? 3600
    const expiresAt = new Date(this.#clock.now().getTime() + seconds * 1000).toISOString()
    return { refreshToken, accessToken: tokens.access_token, expiresAt }
  }

  async #configurationOf(kind: ProviderKind): Promise<openid.Configuration> {
    try {
      return await this.#known.of(kind, () => this.#discovered(kind))
    } catch (error) {
      throw new ProviderUnavailable(oauthErrorText(error))
    }
  }

  async #discovered(kind: ProviderKind): Promise<openid.Configuration> {
    const settings = this.#settings[kind]
    if (settings === null) throw new Error(`"${kind}" is not configured`)
    return discoverConfiguration(settings, this.#maxSeconds)
  }
}

/**
 * Returns whether the provider granted a scope. Microsoft names a scope with or without the URL of its
 * resource.
 */
function has(scopes: string, wanted: string): boolean {
  return scopes
    .split(' ')
    .some((scope) => scope.toLowerCase() === wanted.toLowerCase() || scope.endsWith(`/${wanted}`))
}

/**
 * Returns the e-mail address of a connected account; null if there is none. Microsoft has no verified
 * "email", and none for accounts without a licence, so `preferred_username` comes first.
 */
function addressOf(kind: ProviderKind, claims: openid.IDToken | undefined): string | null {
  const [first, second] =
    kind === 'google'
      ? [claims?.['email_verified'] === false ? undefined : claims?.['email'], undefined]
      : [claims?.['preferred_username'], claims?.['email']]
  for (const claim of [first, second]) {
    const address = typeof claim === 'string' && /^[^\s\p{Cc}@,;<>"]+@[^\s\p{Cc}@,;<>"]+$/u.test(claim)
    if (address) return deliverableEmail(claim)
  }
  return null
}

function nameOf(claims: openid.IDToken | undefined): string | null {
  const name = claims?.['name']
  return typeof name === 'string' && name.trim() !== '' ? oneLine(name) : null
}
