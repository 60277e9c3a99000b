import { MailboxApis, MailboxOfKind } from '../../adapters/channels/mailboxes/mailbox-of-kind.ts'
import { SignedSns } from '../../adapters/channels/signed-sns.ts'
import { AllowedPrivateHosts, UndiciWebhookChannel } from '../../adapters/channels/undici-webhook-channel.ts'
import { eventRoutes } from '../../adapters/http/sender/event-routes.ts'
import { mailboxRoutes } from '../../adapters/http/sender/mailbox-routes.ts'
import { outboxRoutes } from '../../adapters/http/sender/outbox-routes.ts'
import { webhookSecretRoutes } from '../../adapters/http/sender/webhook-secret-routes.ts'
import { MemoryEmailOutbox } from '../../adapters/memory/sender/email-outbox.ts'
import { MemoryEventTokens } from '../../adapters/memory/sender/event-tokens.ts'
import { MemoryMailboxes } from '../../adapters/memory/sender/mailboxes.ts'
import { MemoryOutboxQueries } from '../../adapters/memory/sender/outbox-queries.ts'
import { MemorySealedThings } from '../../adapters/memory/sender/sealed-things.ts'
import { MemorySenderAccess } from '../../adapters/memory/sender/sender-access.ts'
import { MemoryWebhookSecrets } from '../../adapters/memory/sender/webhook-secrets.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../../adapters/postgres/sender/email-outbox.ts'
import { PostgresEventTokens } from '../../adapters/postgres/sender/event-tokens.ts'
import { PostgresMailboxes } from '../../adapters/postgres/sender/mailboxes.ts'
import { PostgresOutboxQueries } from '../../adapters/postgres/sender/outbox-queries.ts'
import { PostgresSealedThings } from '../../adapters/postgres/sender/sealed-things.ts'
import { PostgresWebhookSecrets } from '../../adapters/postgres/sender/webhook-secrets.ts'
import { KeyRing } from '../../adapters/security/key-ring.ts'
import { SignedMessageIds } from '../../adapters/security/signed-message-ids.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { PublicUrls } from '../../ports/public-urls.ts'
import { Sealing } from '../../ports/sealing.ts'
import { EmailChannel } from '../../ports/sender/email-channel.ts'
import { EventTokens } from '../../ports/sender/event-tokens.ts'
import { MailboxReader } from '../../ports/sender/mailbox-reader.ts'
import { Mailboxes } from '../../ports/sender/mailboxes.ts'
import { MessageIds } from '../../ports/sender/message-ids.ts'
import { OutboxQueries } from '../../ports/sender/outbox-queries.ts'
import { SealedThings } from '../../ports/sender/sealed-things.ts'
import { SenderAccess } from '../../ports/sender/sender-access.ts'
import { Sns } from '../../ports/sender/sns.ts'
import { WebhookChannel } from '../../ports/sender/webhook-channel.ts'
import { WebhookSecrets } from '../../ports/sender/webhook-secrets.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { FactHearing } from '../../use-cases/sender/fact-hearing.ts'
import { ForgetHeard } from '../../use-cases/sender/forget-heard.ts'
import { HearEvent } from '../../use-cases/sender/hear-event.ts'
import { ReadMailboxes } from '../../use-cases/sender/read-mailboxes.ts'
import { RevokeEventToken } from '../../use-cases/sender/revoke-event-token.ts'
import { RotateEventToken } from '../../use-cases/sender/rotate-event-token.ts'
import { RotateSecrets } from '../../use-cases/sender/rotate-secrets.ts'
import { RotateWebhookSecret } from '../../use-cases/sender/rotate-webhook-secret.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideMade, provideValue, resolve } from '../provide.ts'

/** How messages leave. Where SMTP_URL is set, `mail` puts its channel in the place of the outbox. */
export const sender: Feature = {
  bindings: ({ allowedPrivateHosts }) => [
    provide(RotateWebhookSecret, UnitOfWork, WebhookSecrets, Secrets, Clock),
    provide(RotateSecrets, SealedThings, Sealing),
    provide(FactHearing, UnitOfWork, MessageIds, Clock, Ids),
    provide(ReadMailboxes, Mailboxes, SenderAccess, MailboxReader, FactHearing, Clock, Ids),
    provide(ForgetHeard, Mailboxes, Clock),
    provide(HearEvent, EventTokens, Sns, FactHearing, Clock),
    provide(RotateEventToken, UnitOfWork, Secrets, Clock),
    provide(RevokeEventToken, UnitOfWork),
    provideAs(MailboxReader, MailboxOfKind, MailboxApis, AllowedPrivateHosts),
    provideValue(MailboxApis, new MailboxApis('https://gmail.googleapis.com', 'https://graph.microsoft.com')),
    provideMade(Sns, () => new SignedSns()),
    provideMade(MessageIds, (ring: KeyRing) => new SignedMessageIds(ring, 'localhost'), KeyRing),
    provideAs(SenderAccess, MemorySenderAccess),
    provideAs(WebhookChannel, UndiciWebhookChannel, WebhookSecrets, AllowedPrivateHosts),
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(allowedPrivateHosts)),
  ],
  memory: [
    provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore, Clock, Ids),
    provideAs(OutboxQueries, MemoryOutboxQueries, MemoryStore),
    provideAs(WebhookSecrets, MemoryWebhookSecrets, MemoryStore, Secrets, Clock),
    provideAs(SealedThings, MemorySealedThings),
    provideAs(Mailboxes, MemoryMailboxes, MemoryStore, Clock),
    provideAs(EventTokens, MemoryEventTokens, MemoryStore),
  ],
  postgres: [
    provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids, Sealing),
    provideAs(OutboxQueries, PostgresOutboxQueries, Database, Sealing),
    provideAs(WebhookSecrets, PostgresWebhookSecrets, Database, Secrets, Sealing, Clock),
    provideAs(SealedThings, PostgresSealedThings, Database, Sealing, Secrets),
    provideAs(Mailboxes, PostgresMailboxes, Database),
    provideAs(EventTokens, PostgresEventTokens, Database),
  ],
  routes: (container) => [
    ...webhookSecretRoutes(
      resolve(container, { rotateWebhookSecret: RotateWebhookSecret, webhookSecrets: WebhookSecrets }),
    ),
    ...outboxRoutes(container.get(OutboxQueries)),
    ...mailboxRoutes(
      resolve(container, {
        mailboxes: Mailboxes,
        eventTokens: EventTokens,
        rotateEventToken: RotateEventToken,
        revokeEventToken: RevokeEventToken,
        urls: PublicUrls,
      }),
    ),
    ...eventRoutes(container.get(HearEvent)),
  ],
}
