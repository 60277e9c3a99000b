import { AllowedPrivateHosts } from '../../src/adapters/channels/allowed-private-hosts.ts'
import { HttpClient } from '../../src/adapters/channels/http-client.ts'
import { MailboxApis } from '../../src/adapters/channels/mailboxes/mailbox-of-kind.ts'
import {
  CachedSenderChannels,
  ChannelParts,
} from '../../src/adapters/channels/senders/cached-sender-channels.ts'
import { OpenIdMailProviders } from '../../src/adapters/oauth/openid-mail-providers.ts'
import { provideMade, provideValue } from '../../src/composition/provide.ts'
import { PublicUrls } from '../../src/domain/public-urls.ts'
import { SenderOffers } from '../../src/domain/sender/sender-offers.ts'
import { Clock } from '../../src/ports/clock.ts'
import { MailProviders } from '../../src/ports/sender/mail-providers.ts'
import { type Api, createApi } from './api.ts'
import type { Person } from './data/person.ts'
import { MailApi } from './servers/mail-api.ts'
import { MailProvider } from './servers/mail-provider.ts'
import { createWorld, type World } from './world.ts'

export interface ConnectingWorld {
  readonly world: World
  readonly api: Api
  readonly provider: MailProvider
  readonly mailApi: MailApi
  close(): Promise<void>
}

const callback = 'http://127.0.0.1:3000/api/v1/channels'

/**
 * Creates a test service that is registered as an OAuth client of a mail provider, so that tests can connect
 * mailboxes.
 */
export async function createConnectingWorld(
  kinds: SenderOffers['kinds'] = ['smtp', 'deployment', 'google', 'microsoft'],
): Promise<ConnectingWorld> {
  const provider = await MailProvider.start(`${callback}/google/callback`, `${callback}/microsoft/callback`)
  const mailApi = await MailApi.start()
  mailApi.isGood = (token) => provider.isGood(token)
  const settings = provider.settings(mailApi.url)
  const world = await createWorld([
    provideMade(
      MailProviders,
      (urls: PublicUrls, clock: Clock) =>
        new OpenIdMailProviders({ google: settings, microsoft: settings }, urls, clock),
      PublicUrls,
      Clock,
    ),
    provideValue(SenderOffers, {
      kinds,
      deploymentAddress: 'spindle@example.com',
      deploymentName: 'Spindle',
    }),
    provideValue(MailboxApis, new MailboxApis(mailApi.url, mailApi.url)),
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1'])),
    provideMade(
      CachedSenderChannels,
      (parts: ChannelParts) =>
        new CachedSenderChannels(parts, { google: mailApi.url, microsoft: mailApi.url }, new HttpClient()),
      ChannelParts,
    ),
  ])
  const api = await createApi(world)
  return {
    world,
    api,
    provider,
    mailApi,
    close: async () => {
      await world.close()
      provider.close()
      mailApi.close()
    },
  }
}

export interface ConsentPage {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

/**
 * Opens the callback URL to which the test's mail provider has redirected the browser, with or without a
 * session cookie.
 */
export async function comeBack(api: Api, url: string, token: string | null): Promise<ConsentPage> {
  const { pathname, search } = new URL(url)
  const headers: Record<string, string> = token === null ? {} : { cookie: `spindle_session=${token}` }
  const response = await fetch(`${api.url}${pathname}${search}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/**
 * Connects a mailbox in a test through the whole consent: from the button in the console to the page that
 * confirms it.
 */
export async function connectMailbox(
  { api, provider }: ConnectingWorld,
  owner: Person,
  kind: 'google' | 'microsoft' = 'google',
): Promise<ConsentPage> {
  const { url } = await owner.do('POST', `/senders/${kind}/connect`)
  return comeBack(api, await provider.consent(url), owner.token)
}
