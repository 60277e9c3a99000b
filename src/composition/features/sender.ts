import { AllowedPrivateHosts, UndiciWebhookChannel } from '../../adapters/channels/undici-webhook-channel.ts'
import { outboxRoutes } from '../../adapters/http/sender/outbox-routes.ts'
import { webhookSecretRoutes } from '../../adapters/http/sender/webhook-secret-routes.ts'
import { MemoryEmailOutbox } from '../../adapters/memory/sender/email-outbox.ts'
import { MemoryOutboxQueries } from '../../adapters/memory/sender/outbox-queries.ts'
import { MemoryWebhookSecrets } from '../../adapters/memory/sender/webhook-secrets.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../../adapters/postgres/sender/email-outbox.ts'
import { PostgresOutboxQueries } from '../../adapters/postgres/sender/outbox-queries.ts'
import { PostgresWebhookSecrets } from '../../adapters/postgres/sender/webhook-secrets.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { EmailChannel } from '../../ports/sender/email-channel.ts'
import { OutboxQueries } from '../../ports/sender/outbox-queries.ts'
import { WebhookChannel } from '../../ports/sender/webhook-channel.ts'
import { WebhookSecrets } from '../../ports/sender/webhook-secrets.ts'
import type { Feature } from '../feature.ts'
import { provideAs, provideValue } from '../provide.ts'

/** How messages leave. Where SMTP_URL is set, `mail` puts its channel in the place of the outbox. */
export const sender: Feature = {
  bindings: ({ allowedPrivateHosts }) => [
    provideAs(WebhookChannel, UndiciWebhookChannel, WebhookSecrets, AllowedPrivateHosts),
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(allowedPrivateHosts)),
  ],
  memory: [
    provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore, Clock, Ids),
    provideAs(OutboxQueries, MemoryOutboxQueries, MemoryStore),
    provideAs(WebhookSecrets, MemoryWebhookSecrets, Secrets, Clock),
  ],
  postgres: [
    provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids),
    provideAs(OutboxQueries, PostgresOutboxQueries, Database),
    provideAs(WebhookSecrets, PostgresWebhookSecrets, Database, Secrets, Clock),
  ],
  routes: (container) => [
    ...webhookSecretRoutes(container.get(WebhookSecrets)),
    ...outboxRoutes(container.get(OutboxQueries)),
  ],
}
