import * as openid from 'openid-client'
import type { OpenIdSettings } from '../../domain/account/open-id/open-id-settings.ts'
import type { PublicUrls } from '../../domain/public-urls.ts'
import { oneLine } from '../../domain/sender/one-line.ts'
import {
  type Identity,
  IdentityProvider,
  IdentityRefused,
  type OwnProvider,
  type SignInRequest,
} from '../../ports/account/open-id.ts'
import { verifiedEmailIn, vouchedEmailIn } from './asserted-email.ts'
import { discoverConfiguration } from './discover-configuration.ts'
import { KnownConfigurations } from './known-configurations.ts'
import { isDenied, isUnreachable, oauthErrorText } from './open-id-faults.ts'

/** The seconds in which the sign-in provider must answer each request. */
const patienceSeconds = 8
/** The largest number of characters of an issuer. */
const maxIssuerLength = 500

interface Checks {
  readonly verifier: string
  readonly nonce: string
}

/** The requests to providers of organizations, which must not reach private addresses. */
interface GuardedRequests {
  readonly fetch: openid.CustomFetch
  /** Returns what is wrong with a URL of at most so many characters; null if requests may go to it. */
  faultOf(url: string, longest: number): string | null
}

/**
 * `OpenIdProvider` signs people in with the authorization code flow, PKCE, state and nonce. Requests to the providers of
 * organizations go to public addresses only. Each organization has a redirect URI of its own, so that the answer of one
 * provider cannot be passed off as the answer of another.
 */
export class OpenIdProvider extends IdentityProvider {
  override readonly name: string | null
  readonly #settings: OpenIdSettings | null
  readonly #urls: PublicUrls
  readonly #requests: GuardedRequests
  readonly #known = new KnownConfigurations()

  constructor(settings: OpenIdSettings | null, urls: PublicUrls, requests: GuardedRequests) {
    super()
    this.#settings = settings
    this.#urls = urls
    this.#requests = requests
    this.name = settings?.name ?? null
  }

  override async begin(state: string, own: OwnProvider | null): Promise<SignInRequest> {
    const configuration = await this.#configuration(own)
    const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#urls.openIdCallback(own?.organizationId ?? null),
      scope: 'openid email profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(own?.loginHint === undefined ? {} : { login_hint: own.loginHint }),
    })
    const checks: Checks = { verifier, nonce }
    return { url: url.href, checks: JSON.stringify(checks) }
  }

  override async identity(
    search: string,
    state: string,
    stored: string,
    own: OwnProvider | null,
  ): Promise<Identity> {
    const { verifier, nonce } = JSON.parse(stored) as Checks
    const configuration = await this.#configuration(own)
    try {
      const url = new URL(`${this.#urls.openIdCallback(own?.organizationId ?? null)}${search}`)
      const tokens = await openid.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new IdentityRefused('refused', 'no ID token')
      const userInfo = await this.#completedClaims(configuration, tokens.access_token, claims)
      const { name } = userInfo
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: own === null ? verifiedEmailIn(userInfo) : vouchedEmailIn(userInfo, claims),
        name: typeof name === 'string' && name.trim() !== '' ? oneLine(name) : null,
      }
    } catch (error) {
      throw refusalOf(error)
    }
  }

  override faultOf(issuer: string): string | null {
    return this.#requests.faultOf(issuer, maxIssuerLength)
  }

  override async discover(own: OwnProvider): Promise<void> {
    this.#known.forget(keyOf(own))
    await this.#configuration(own)
  }

  /**
   * Returns the claims about a person, completed from the userinfo endpoint. Many providers return the e-mail
   * address only from that endpoint.
   */
  async #completedClaims(
    configuration: openid.Configuration,
    accessToken: string,
    claims: openid.IDToken,
  ): Promise<Readonly<Record<string, unknown>>> {
    const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    return { ...claims, ...(await openid.fetchUserInfo(configuration, accessToken, claims.sub)) }
  }

  async #configuration(own: OwnProvider | null): Promise<openid.Configuration> {
    const settings = own ?? this.#settings
    if (settings === null) throw new Error('No provider of OpenID Connect is configured')
    const discover = () =>
      own === null ? discoverConfiguration(settings, patienceSeconds) : this.#discoverOwn(own)
    try {
      return await this.#known.of(keyOf(own), discover)
    } catch (error) {
      throw error instanceof IdentityRefused ? error : new IdentityRefused('away', oauthErrorText(error))
    }
  }

  async #discoverOwn(own: OwnProvider): Promise<openid.Configuration> {
    const configuration = await discoverConfiguration(own, patienceSeconds, this.#requests.fetch)
    const { issuer, authorization_endpoint: form = '' } = configuration.serverMetadata()
    // Refuses an issuer for all customers of a provider, such as "common" of Microsoft: every customer could assert any
    // address.
    if (issuer.includes('{'))
      throw new IdentityRefused('refused', 'The issuer stands for several organizations')
    const fault = this.faultOf(form)
    if (fault !== null) throw new IdentityRefused('refused', `The authorization endpoint ${fault}`)
    return configuration
  }
}

/** Names a configuration in the cache. A new client secret is another configuration. */
function keyOf(own: OwnProvider | null): string {
  if (own === null) return ''
  return JSON.stringify([own.organizationId, own.issuer, own.clientId, own.clientSecret])
}

function refusalOf(error: unknown): IdentityRefused {
  if (error instanceof IdentityRefused) return error
  if (error instanceof openid.AuthorizationResponseError)
    return new IdentityRefused(isDenied(error) ? 'denied' : 'refused', oauthErrorText(error))
  return new IdentityRefused(isUnreachable(error) ? 'away' : 'refused', oauthErrorText(error))
}
