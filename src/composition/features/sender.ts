import { AllowedPrivateHosts } from '../../adapters/channels/allowed-private-hosts.ts'
import { HttpClient } from '../../adapters/channels/http-client.ts'
import { CachedSenderChannels, ChannelParts } from '../../adapters/channels/senders/cached-sender-channels.ts'
import { SenderTokens } from '../../adapters/channels/senders/sender-tokens.ts'
import { UndiciWebhookChannel } from '../../adapters/channels/undici-webhook-channel.ts'
import { NodeDomainRecords } from '../../adapters/dns/node-domain-records.ts'
import { channelRoutes } from '../../adapters/http/sender/channel-routes.ts'
import { domainRoutes } from '../../adapters/http/sender/domain-routes.ts'
import { fileRoutes } from '../../adapters/http/sender/message/file-routes.ts'
import { messageRoutes } from '../../adapters/http/sender/message/message-routes.ts'
import { outboxRoutes } from '../../adapters/http/sender/message/outbox-routes.ts'
import { senderPoolRoutes } from '../../adapters/http/sender/sender-pool-routes.ts'
import { senderRoutes } from '../../adapters/http/sender/sender-routes.ts'
import { webhookSecretRoutes } from '../../adapters/http/sender/webhook-secret-routes.ts'
import { OpenIdMailProviders } from '../../adapters/oauth/openid-mail-providers.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../../adapters/postgres/sender/message/email-outbox.ts'
import { PostgresFileStore } from '../../adapters/postgres/sender/message/file-store.ts'
import { PostgresMessageLog } from '../../adapters/postgres/sender/message/message-log.ts'
import { PostgresSealedThings } from '../../adapters/postgres/sender/sealed-things.ts'
import { PostgresSenderStore } from '../../adapters/postgres/sender/sender-store.ts'
import { PostgresSharedSecretStore } from '../../adapters/postgres/sender/shared-secrets.ts'
import { KeyRing } from '../../adapters/security/key-ring.ts'
import type { Config } from '../../config.ts'
import { PublicUrls } from '../../domain/public-urls.ts'
import { type ProviderKind, providerKinds } from '../../domain/sender/connect-state.ts'
import { SenderOffers } from '../../domain/sender/sender-offers.ts'
import { Mailer } from '../../ports/account/mailer.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { SealedThings, Sealing } from '../../ports/sealing.ts'
import { DomainRecords } from '../../ports/sender/domain-records.ts'
import { MailboxReader } from '../../ports/sender/inbound/mailbox-reader.ts'
import { MailProviders } from '../../ports/sender/mail-providers.ts'
import { EmailChannel, SenderChannels, WebhookChannel } from '../../ports/sender/message/channels.ts'
import { FileStore } from '../../ports/sender/message/files.ts'
import { MessageLog } from '../../ports/sender/message/message-log.ts'
import { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../ports/sender/senders.ts'
import { SharedSecretStore } from '../../ports/sender/shared-secrets.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { BeginConnect } from '../../use-cases/sender/begin-connect.ts'
import { ChangeSender } from '../../use-cases/sender/change-sender.ts'
import { CreateSender } from '../../use-cases/sender/create-sender.ts'
import { FinishConnect } from '../../use-cases/sender/finish-connect.ts'
import { LimitDeploymentMail } from '../../use-cases/sender/limit-deployment-mail.ts'
import { Files } from '../../use-cases/sender/message/files.ts'
import { ListMessages } from '../../use-cases/sender/message/list-messages.ts'
import { MailPauseNotices } from '../../use-cases/sender/pacing/mail-pause-notices.ts'
import { SenderPools } from '../../use-cases/sender/pacing/sender-pools.ts'
import { RotateSecrets } from '../../use-cases/sender/rotate-secrets.ts'
import { SenderDomains } from '../../use-cases/sender/sender-domains.ts'
import { Senders } from '../../use-cases/sender/senders.ts'
import type { Feature } from '../feature.ts'
import { signedTokensOf } from '../mail.ts'
import { addressIn, nameIn } from '../mail-from.ts'
import { provide, provideAs, provideMade, provideValue } from '../provide.ts'

/** Returns the URLs of the APIs of Google and Microsoft; empty for a provider without a registration. */
function apisOf({ providers }: Config): Readonly<Record<ProviderKind, string>> {
  return { google: providers.google?.api ?? '', microsoft: providers.microsoft?.api ?? '' }
}

/**
 * Returns the HTTP client for requests to the APIs of Google and Microsoft, with time limits of 10 to 30
 * seconds.
 */
function providerClient(): HttpClient {
  const limits = { connect: { timeout: 10_000 }, headersTimeout: 30_000, bodyTimeout: 10_000 }
  return new HttpClient(({ Agent }) => new Agent(limits))
}

/** Returns the host of an SMTP URL with a user name; null for a URL without one, which needs no password. */
function passwordHostOf(smtpUrl: string): string | null {
  const { hostname, username } = new URL(smtpUrl)
  return username === '' ? null : hostname
}

/** Returns the kinds of senders that the operator offers to organizations. */
function offersOf({ smtpUrl, sharedSender, mailFrom, providers }: Config): SenderOffers {
  const isShared = smtpUrl !== null && sharedSender
  const others = providerKinds.filter((kind) => providers[kind] !== null)
  return new SenderOffers(
    ['smtp', ...(isShared ? ['deployment' as const] : []), ...others],
    isShared ? addressIn(mailFrom) : null,
    smtpUrl === null ? null : passwordHostOf(smtpUrl),
    nameIn(mailFrom),
  )
}

/**
 * The feature of senders and of the channels that send messages. Captures e-mails in the outbox by default.
 * If SMTP_URL is set, the bindings of `mail` send e-mails by SMTP instead.
 */
export const sender: Feature = {
  bindings: (config) => [
    provide(
      CreateSender,
      UnitOfWork,
      SenderOffers,
      SenderChannels,
      MailboxReader,
      Sealing,
      Clock,
      Timers,
      Ids,
    ),
    provide(ChangeSender, UnitOfWork, SenderChannels, MailboxReader, Sealing, Clock, Timers),
    provide(LimitDeploymentMail, UnitOfWork, SenderOffers, Clock, Ids),
    provide(SenderPools, UnitOfWork, Clock, Ids),
    provide(Senders, UnitOfWork, SenderChannels, MailProviders, Sealing, Clock),
    provide(BeginConnect, UnitOfWork, MailProviders, Secrets, Sealing, Clock),
    provide(FinishConnect, UnitOfWork, MailProviders, MailboxReader, Sealing, Clock, Timers, Ids),
    provideValue(SenderOffers, offersOf(config)),
    provideMade(
      MailProviders,
      (urls: PublicUrls, clock: Clock) => new OpenIdMailProviders(config.providers, urls, clock),
      PublicUrls,
      Clock,
    ),
    provideMade(MessageTokens, (ring: KeyRing) => signedTokensOf(config, ring), KeyRing),
    provide(SenderTokens, SenderStore, MailProviders, Sealing, Clock),
    provide(
      ChannelParts,
      SenderStore,
      SenderTokens,
      Sealing,
      MessageTokens,
      EmailChannel,
      SenderOffers,
      AllowedPrivateHosts,
      Clock,
    ),
    provideMade(
      CachedSenderChannels,
      (parts: ChannelParts) => new CachedSenderChannels(parts, apisOf(config), providerClient()),
      ChannelParts,
    ),
    provideMade(SenderChannels, (channels: CachedSenderChannels) => channels, CachedSenderChannels),
    provide(RotateSecrets, SealedThings, Sealing),
    provide(Files, UnitOfWork, Clock, Ids),
    provide(ListMessages, MessageLog),
    provide(SenderDomains, DomainRecords, SenderStore, Clock),
    provideValue(DomainRecords, new NodeDomainRecords(config.dnsServers)),
    provide(MailPauseNotices, SenderStore, Mailer, PublicUrls, Clock),
    provideAs(WebhookChannel, UndiciWebhookChannel, SharedSecretStore, AllowedPrivateHosts),
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(config.allowedPrivateHosts)),
    provideAs(SenderStore, PostgresSenderStore, Database, Clock),
    provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids, Sealing),
    provideAs(MessageLog, PostgresMessageLog, Database, Sealing),
    provideAs(FileStore, PostgresFileStore, Database),
    provideAs(SharedSecretStore, PostgresSharedSecretStore, Database, Secrets, Sealing, Clock),
    provideAs(SealedThings, PostgresSealedThings, Database, Sealing, Secrets),
  ],
  routes: (services) => [
    ...senderRoutes(services),
    ...senderPoolRoutes(services),
    ...channelRoutes(services),
    ...webhookSecretRoutes(services),
    ...outboxRoutes(services),
    ...messageRoutes(services),
    ...fileRoutes(services),
    ...domainRoutes(services),
  ],
}
