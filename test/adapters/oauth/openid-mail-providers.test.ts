import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { apiPrefix } from '../../../src/adapters/http/api-prefix.ts'
import { OpenIdMailProviders } from '../../../src/adapters/oauth/openid-mail-providers.ts'
import { PublicUrls } from '../../../src/domain/public-urls.ts'
import { MailProvider } from '../../support/servers/mail-provider.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const maxSeconds = 2
const callback = 'https://spindle.example.com/api/v1/channels/google/callback'

describe('OpenIdMailProviders with a provider that does not answer', () => {
  let provider: MailProvider
  let silent: Server
  const urls = new PublicUrls('https://spindle.example.com', apiPrefix)
  const providersAt = (issuer = provider.issuer) =>
    new OpenIdMailProviders(
      { google: { ...provider.settings(), issuer }, microsoft: null },
      urls,
      new FakeClock(),
      maxSeconds,
    )
  const consented = async (providers: OpenIdMailProviders, state: string) => {
    const { url, checks } = await providers.consent('google', state)
    const { search } = new URL(await provider.consent(url))
    return () => providers.grant('google', search, state, checks)
  }

  beforeAll(async () => {
    provider = await MailProvider.start(callback)
    silent = createServer(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  })
  afterEach(() => {
    provider.tokenFault = null
  })
  afterAll(() => {
    provider.close()
    silent.closeAllConnections()
    silent.close()
  })

  it('ends a consent with the error that the provider is unavailable', async () => {
    const grant = await consented(providersAt(), 'state')
    provider.tokenFault = 'hang'
    await expect(grant()).rejects.toMatchObject({ name: 'ConnectRefused', fault: 'away' })
  })

  it('ends a renewal, and keeps the refresh token', async () => {
    const providers = providersAt()
    const { refreshToken } = await (await consented(providers, 'state'))()
    provider.tokenFault = 'hang'
    await expect(providers.renewed('google', refreshToken)).rejects.toMatchObject({
      name: 'ProviderUnavailable',
    })
    provider.tokenFault = null
    const renewed = await providers.renewed('google', refreshToken)
    // The test's OAuth provider replaces the refresh token at each renewal, so the next renewal must use the
    // latest one.
    expect(renewed.refreshToken).not.toBe(refreshToken)
    expect(await providers.renewed('google', renewed.refreshToken)).toMatchObject({
      accessToken: expect.any(String),
    })
  })

  it('ends the request for the configuration, and tries again the next time', async () => {
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const providers = providersAt(issuer)
    await expect(providers.consent('google', 'state')).rejects.toMatchObject({ name: 'ProviderUnavailable' })
    await expect(providers.renewed('google', 'token')).rejects.toMatchObject({ name: 'ProviderUnavailable' })
    expect(await providers.revoke('google', 'token')).toBe(false)
  })

  it('ends every request that waits for the same configuration with the same error', async () => {
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const providers = providersAt(issuer)
    const ended = await Promise.allSettled([1, 2, 3].map(() => providers.consent('google', 'state')))
    const away = { status: 'rejected', reason: expect.objectContaining({ name: 'ProviderUnavailable' }) }
    expect(ended).toEqual([away, away, away])
  })
})
