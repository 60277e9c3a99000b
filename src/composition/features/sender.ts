import { DeploymentSenderChannels } from '../../adapters/channels/deployment-sender-channels.ts'
import { AllowedPrivateHosts, UndiciWebhookChannel } from '../../adapters/channels/undici-webhook-channel.ts'
import { outboxRoutes } from '../../adapters/http/sender/outbox-routes.ts'
import { senderPauseRoutes } from '../../adapters/http/sender/sender-pause-routes.ts'
import { webhookSecretRoutes } from '../../adapters/http/sender/webhook-secret-routes.ts'
import { MemoryEmailOutbox } from '../../adapters/memory/sender/email-outbox.ts'
import { MemoryOutboxQueries } from '../../adapters/memory/sender/outbox-queries.ts'
import { MemorySealedThings } from '../../adapters/memory/sender/sealed-things.ts'
import { MemorySenderHealth } from '../../adapters/memory/sender/sender-health.ts'
import { MemorySenderHealthQueries } from '../../adapters/memory/sender/sender-health-queries.ts'
import { MemorySenderPauses } from '../../adapters/memory/sender/sender-pauses.ts'
import { MemoryWebhookSecrets } from '../../adapters/memory/sender/webhook-secrets.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../../adapters/postgres/sender/email-outbox.ts'
import { PostgresOutboxQueries } from '../../adapters/postgres/sender/outbox-queries.ts'
import { PostgresSealedThings } from '../../adapters/postgres/sender/sealed-things.ts'
import { PostgresSenderHealth } from '../../adapters/postgres/sender/sender-health.ts'
import { PostgresSenderHealthQueries } from '../../adapters/postgres/sender/sender-health-queries.ts'
import { PostgresSenderPauses } from '../../adapters/postgres/sender/sender-pauses.ts'
import { PostgresWebhookSecrets } from '../../adapters/postgres/sender/webhook-secrets.ts'
import { Mailer } from '../../ports/account/mailer.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { PublicUrls } from '../../ports/public-urls.ts'
import { Sealing } from '../../ports/sealing.ts'
import { EmailChannel } from '../../ports/sender/email-channel.ts'
import { OutboxQueries } from '../../ports/sender/outbox-queries.ts'
import { SealedThings } from '../../ports/sender/sealed-things.ts'
import { SenderChannels } from '../../ports/sender/sender-channels.ts'
import { SenderHealth } from '../../ports/sender/sender-health.ts'
import { SenderHealthQueries } from '../../ports/sender/sender-health-queries.ts'
import { SenderPauses } from '../../ports/sender/sender-pauses.ts'
import { WebhookChannel } from '../../ports/sender/webhook-channel.ts'
import { WebhookSecrets } from '../../ports/sender/webhook-secrets.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { ResumeSender } from '../../use-cases/sender/resume-sender.ts'
import { RotateSecrets } from '../../use-cases/sender/rotate-secrets.ts'
import { RotateWebhookSecret } from '../../use-cases/sender/rotate-webhook-secret.ts'
import { TellOfPauses } from '../../use-cases/sender/tell-of-pauses.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue, resolve } from '../provide.ts'

/** How messages leave. Where SMTP_URL is set, `mail` puts its channel in the place of the outbox. */
export const sender: Feature = {
  bindings: ({ allowedPrivateHosts }) => [
    provide(RotateWebhookSecret, UnitOfWork, WebhookSecrets, Secrets, Clock),
    provide(RotateSecrets, SealedThings, Sealing),
    provide(ResumeSender, UnitOfWork, Clock),
    provide(TellOfPauses, SenderPauses, Mailer, PublicUrls, Clock),
    provideAs(SenderChannels, DeploymentSenderChannels, EmailChannel),
    provideAs(WebhookChannel, UndiciWebhookChannel, WebhookSecrets, AllowedPrivateHosts),
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(allowedPrivateHosts)),
  ],
  memory: [
    provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore, Clock, Ids),
    provideAs(OutboxQueries, MemoryOutboxQueries, MemoryStore),
    provideAs(WebhookSecrets, MemoryWebhookSecrets, MemoryStore, Secrets, Clock),
    provideAs(SealedThings, MemorySealedThings),
    provideAs(SenderHealth, MemorySenderHealth, MemoryStore),
    provideAs(SenderHealthQueries, MemorySenderHealthQueries, MemoryStore),
    provideAs(SenderPauses, MemorySenderPauses, MemoryStore),
  ],
  postgres: [
    provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids, Sealing),
    provideAs(OutboxQueries, PostgresOutboxQueries, Database, Sealing),
    provideAs(WebhookSecrets, PostgresWebhookSecrets, Database, Secrets, Sealing, Clock),
    provideAs(SealedThings, PostgresSealedThings, Database, Sealing, Secrets),
    provideAs(SenderHealth, PostgresSenderHealth, Database),
    provideAs(SenderHealthQueries, PostgresSenderHealthQueries, Database),
    provideAs(SenderPauses, PostgresSenderPauses, Database),
  ],
  routes: (container) => [
    ...webhookSecretRoutes(
      resolve(container, { rotateWebhookSecret: RotateWebhookSecret, webhookSecrets: WebhookSecrets }),
    ),
    ...senderPauseRoutes(container.get(ResumeSender)),
    ...outboxRoutes(container.get(OutboxQueries)),
  ],
}
