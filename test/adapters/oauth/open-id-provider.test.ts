import { describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { guardedRequests } from '../../../src/adapters/channels/guarded-requests.ts'
import { apiPrefix } from '../../../src/adapters/http/api-prefix.ts'
import { OpenIdProvider } from '../../../src/adapters/oauth/open-id-provider.ts'
import { PublicUrls } from '../../../src/domain/public-urls.ts'

describe('OpenIdProvider with a provider that does not answer', () => {
  it('ends every sign-in that waits for the same configuration with the same error', async () => {
    const settings = { clientId: 'a', clientSecret: 'b', issuer: 'http://127.0.0.1:1', name: 'SSO' }
    const urls = new PublicUrls('https://spindle.example.com', apiPrefix)
    const provider = new OpenIdProvider(settings, urls, guardedRequests(new AllowedPrivateHosts([])))
    const ended = await Promise.allSettled([1, 2, 3].map(() => provider.begin('state', null)))
    const away = {
      status: 'rejected',
      reason: expect.objectContaining({ name: 'IdentityRefused', fault: 'away' }),
    }
    expect(ended).toEqual([away, away, away])
  })
})
