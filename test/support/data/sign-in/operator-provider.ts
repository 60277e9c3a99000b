import { AllowedPrivateHosts } from '../../../../src/adapters/channels/allowed-private-hosts.ts'
import { guardedRequests } from '../../../../src/adapters/channels/guarded-requests.ts'
import { OpenIdProvider } from '../../../../src/adapters/oauth/open-id-provider.ts'
import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import { PublicUrls } from '../../../../src/domain/public-urls.ts'
import { IdentityProvider } from '../../../../src/ports/account/open-id.ts'
import { MailProvider } from '../../servers/mail-provider.ts'

/** Starts a provider that accepts the redirect URI of the tests' service for the provider of the operator. */
export function startOperatorProvider(): Promise<MailProvider> {
  return MailProvider.start('http://127.0.0.1:3000/api/v1/auth/oidc/callback')
}

/** Makes a provider that of the operator, under the name "Example SSO". */
export function asOperatorProvider(provider: MailProvider): Binding {
  const { clientId, clientSecret, issuer } = provider.settings()
  const settings = { clientId, clientSecret, issuer, name: 'Example SSO' }
  return provideMade(
    IdentityProvider,
    (urls: PublicUrls, allowed: AllowedPrivateHosts) =>
      new OpenIdProvider(settings, urls, guardedRequests(allowed)),
    PublicUrls,
    AllowedPrivateHosts,
  )
}
