import * as openid from 'openid-client'
import type { OpenIdSettings } from '../../domain/account/open-id/open-id-settings.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { oneLine } from '../../domain/sender/one-line.ts'
import {
  type Identity,
  IdentityProvider,
  IdentityRefused,
  type SignInRequest,
} from '../../ports/account/open-id.ts'
import type { PublicUrls } from '../../ports/public-urls.ts'
import { discoverConfiguration } from './discover-configuration.ts'
import { isDenied, isUnreachable, oauthErrorText } from './open-id-faults.ts'

/** The seconds in which the sign-in provider must answer each request. */
const patienceSeconds = 8
/** The milliseconds after which the sign-in provider's configuration is read again. */
const knownForMs = 60 * 60_000

interface Checks {
  readonly verifier: string
  readonly nonce: string
}

/** `OpenIdProvider` signs people in with the authorization code flow, PKCE, state and nonce. */
export class OpenIdProvider extends IdentityProvider {
  override readonly name: string | null
  readonly #settings: OpenIdSettings | null
  readonly #urls: PublicUrls
  #known: { readonly configuration: Promise<openid.Configuration>; readonly until: number } | null = null

  constructor(settings: OpenIdSettings | null, urls: PublicUrls) {
    super()
    this.#settings = settings
    this.#urls = urls
    this.name = settings?.name ?? null
  }

  override async begin(state: string): Promise<SignInRequest> {
    const configuration = await this.#configuration()
    const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#urls.openIdCallback(),
      scope: 'openid email profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    const checks: Checks = { verifier, nonce }
    return { url: url.href, checks: JSON.stringify(checks) }
  }

  override async identity(search: string, state: string, kept: string): Promise<Identity> {
    const { verifier, nonce } = JSON.parse(kept) as Checks
    const configuration = await this.#configuration()
    try {
      const url = new URL(`${this.#urls.openIdCallback()}${search}`)
      const tokens = await openid.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new IdentityRefused('refused', 'no ID token')
      const told = await this.#told(configuration, tokens.access_token, claims)
      const { name } = told
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: verifiedEmailIn(told),
        name: typeof name === 'string' && name.trim() !== '' ? oneLine(name) : null,
      }
    } catch (error) {
      throw refusalOf(error)
    }
  }

  /**
   * Returns the claims about a person, completed from the userinfo endpoint. Many providers return the e-mail
   * address only from that endpoint.
   */
  async #told(
    configuration: openid.Configuration,
    accessToken: string,
    claims: openid.IDToken,
  ): Promise<Readonly<Record<string, unknown>>> {
    const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    return { ...claims, ...(await openid.fetchUserInfo(configuration, accessToken, claims.sub)) }
  }

  async #configuration(): Promise<openid.Configuration> {
    if (this.#settings === null) throw new Error('No provider of OpenID Connect is configured')
    if (this.#known !== null && this.#known.until > Date.now()) return this.#known.configuration
    const configuration = discoverConfiguration(this.#settings, patienceSeconds)
    this.#known = { configuration, until: Date.now() + knownForMs }
    try {
      return await configuration
    } catch (error) {
      this.#known = null
      throw new IdentityRefused('away', oauthErrorText(error))
    }
  }
}

function verifiedEmailIn(told: Readonly<Record<string, unknown>>): string | null {
  const { email, email_verified: isVerified } = told
  return typeof email === 'string' && isVerified === true ? normalizedEmail(email) : null
}

function refusalOf(error: unknown): IdentityRefused {
  if (error instanceof IdentityRefused) return error
  if (error instanceof openid.AuthorizationResponseError)
    return new IdentityRefused(isDenied(error) ? 'denied' : 'refused', oauthErrorText(error))
  return new IdentityRefused(isUnreachable(error) ? 'away' : 'refused', oauthErrorText(error))
}
