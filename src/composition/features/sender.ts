import { DeploymentSenderChannels } from '../../adapters/channels/deployment-sender-channels.ts'
import { AllowedPrivateHosts, UndiciWebhookChannel } from '../../adapters/channels/undici-webhook-channel.ts'
import { messageRoutes } from '../../adapters/http/sender/message-routes.ts'
import { outboxRoutes } from '../../adapters/http/sender/outbox-routes.ts'
import { webhookSecretRoutes } from '../../adapters/http/sender/webhook-secret-routes.ts'
import { MemoryEmailOutbox } from '../../adapters/memory/sender/email-outbox.ts'
import { MemoryMessageLog } from '../../adapters/memory/sender/message-log.ts'
import { MemoryOutboxQueries } from '../../adapters/memory/sender/outbox-queries.ts'
import { MemorySealedThings } from '../../adapters/memory/sender/sealed-things.ts'
import { MemoryWebhookSecrets } from '../../adapters/memory/sender/webhook-secrets.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../../adapters/postgres/sender/email-outbox.ts'
import { PostgresMessageLog } from '../../adapters/postgres/sender/message-log.ts'
import { PostgresOutboxQueries } from '../../adapters/postgres/sender/outbox-queries.ts'
import { PostgresSealedThings } from '../../adapters/postgres/sender/sealed-things.ts'
import { PostgresWebhookSecrets } from '../../adapters/postgres/sender/webhook-secrets.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Sealing } from '../../ports/sealing.ts'
import { EmailChannel } from '../../ports/sender/email-channel.ts'
import { MessageLog } from '../../ports/sender/message-log.ts'
import { OutboxQueries } from '../../ports/sender/outbox-queries.ts'
import { SealedThings } from '../../ports/sender/sealed-things.ts'
import { SenderChannels } from '../../ports/sender/sender-channels.ts'
import { WebhookChannel } from '../../ports/sender/webhook-channel.ts'
import { WebhookSecrets } from '../../ports/sender/webhook-secrets.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { RotateSecrets } from '../../use-cases/sender/rotate-secrets.ts'
import { RotateWebhookSecret } from '../../use-cases/sender/rotate-webhook-secret.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue, resolve } from '../provide.ts'

/** How messages leave. Where SMTP_URL is set, `mail` puts its channel in the place of the outbox. */
export const sender: Feature = {
  bindings: ({ allowedPrivateHosts }) => [
    provide(RotateWebhookSecret, UnitOfWork, WebhookSecrets, Secrets, Clock),
    provide(RotateSecrets, SealedThings, Sealing),
    provideAs(SenderChannels, DeploymentSenderChannels, EmailChannel),
    provideAs(WebhookChannel, UndiciWebhookChannel, WebhookSecrets, AllowedPrivateHosts),
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(allowedPrivateHosts)),
  ],
  memory: [
    provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore, Clock, Ids),
    provideAs(OutboxQueries, MemoryOutboxQueries, MemoryStore),
    provideAs(MessageLog, MemoryMessageLog, MemoryStore),
    provideAs(WebhookSecrets, MemoryWebhookSecrets, MemoryStore, Secrets, Clock),
    provideAs(SealedThings, MemorySealedThings),
  ],
  postgres: [
    provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids, Sealing),
    provideAs(OutboxQueries, PostgresOutboxQueries, Database, Sealing),
    provideAs(MessageLog, PostgresMessageLog, Database, Sealing),
    provideAs(WebhookSecrets, PostgresWebhookSecrets, Database, Secrets, Sealing, Clock),
    provideAs(SealedThings, PostgresSealedThings, Database, Sealing, Secrets),
  ],
  routes: (container) => [
    ...webhookSecretRoutes(
      resolve(container, { rotateWebhookSecret: RotateWebhookSecret, webhookSecrets: WebhookSecrets }),
    ),
    ...outboxRoutes(container.get(OutboxQueries)),
    ...messageRoutes(container.get(MessageLog)),
  ],
}
