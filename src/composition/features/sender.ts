import { DeploymentSenderChannels } from '../../adapters/channels/deployment-sender-channels.ts'
import { AllowedPrivateHosts, UndiciWebhookChannel } from '../../adapters/channels/undici-webhook-channel.ts'
import { NodeDomainRecords } from '../../adapters/dns/node-domain-records.ts'
import { domainRoutes } from '../../adapters/http/sender/domain-routes.ts'
import { fileRoutes } from '../../adapters/http/sender/file-routes.ts'
import { messageRoutes } from '../../adapters/http/sender/message-routes.ts'
import { outboxRoutes } from '../../adapters/http/sender/outbox-routes.ts'
import { webhookSecretRoutes } from '../../adapters/http/sender/webhook-secret-routes.ts'
import { MemoryEmailOutbox } from '../../adapters/memory/sender/email-outbox.ts'
import { MemoryFiles } from '../../adapters/memory/sender/files.ts'
import { MemoryMessageLog } from '../../adapters/memory/sender/message-log.ts'
import { MemoryOutboxQueries } from '../../adapters/memory/sender/outbox-queries.ts'
import { MemorySealedThings } from '../../adapters/memory/sender/sealed-things.ts'
import { MemorySenderDomains } from '../../adapters/memory/sender/sender-domains.ts'
import { MemoryWebhookSecrets } from '../../adapters/memory/sender/webhook-secrets.ts'
import { MemoryStore } from '../../adapters/memory/store.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../../adapters/postgres/sender/email-outbox.ts'
import { PostgresFiles } from '../../adapters/postgres/sender/files.ts'
import { PostgresMessageLog } from '../../adapters/postgres/sender/message-log.ts'
import { PostgresOutboxQueries } from '../../adapters/postgres/sender/outbox-queries.ts'
import { PostgresSealedThings } from '../../adapters/postgres/sender/sealed-things.ts'
import { PostgresSenderDomains } from '../../adapters/postgres/sender/sender-domains.ts'
import { PostgresWebhookSecrets } from '../../adapters/postgres/sender/webhook-secrets.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Sealing } from '../../ports/sealing.ts'
import { DomainRecords } from '../../ports/sender/domain-records.ts'
import { EmailChannel } from '../../ports/sender/email-channel.ts'
import { Files } from '../../ports/sender/files.ts'
import { MessageLog } from '../../ports/sender/message-log.ts'
import { OutboxQueries } from '../../ports/sender/outbox-queries.ts'
import { SealedThings } from '../../ports/sender/sealed-things.ts'
import { SenderChannels } from '../../ports/sender/sender-channels.ts'
import { SenderDomains } from '../../ports/sender/sender-domains.ts'
import { WebhookChannel } from '../../ports/sender/webhook-channel.ts'
import { WebhookSecrets } from '../../ports/sender/webhook-secrets.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { CheckDomain } from '../../use-cases/sender/check-domain.ts'
import { CheckDueDomains } from '../../use-cases/sender/check-due-domains.ts'
import { DeleteFile } from '../../use-cases/sender/delete-file.ts'
import { DomainCheck } from '../../use-cases/sender/domain-check.ts'
import { RotateSecrets } from '../../use-cases/sender/rotate-secrets.ts'
import { RotateWebhookSecret } from '../../use-cases/sender/rotate-webhook-secret.ts'
import { UploadFile } from '../../use-cases/sender/upload-file.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue, resolve } from '../provide.ts'

/** How messages leave. Where SMTP_URL is set, `mail` puts its channel in the place of the outbox. */
export const sender: Feature = {
  bindings: ({ allowedPrivateHosts, dnsServers }) => [
    provide(RotateWebhookSecret, UnitOfWork, WebhookSecrets, Secrets, Clock),
    provide(RotateSecrets, SealedThings, Sealing),
    provide(UploadFile, UnitOfWork, Clock, Ids),
    provide(DeleteFile, UnitOfWork),
    provide(CheckDomain, SenderDomains, DomainCheck),
    provide(CheckDueDomains, SenderDomains, DomainCheck, Clock),
    provide(DomainCheck, DomainRecords, SenderDomains, Clock),
    provideValue(DomainRecords, new NodeDomainRecords(dnsServers)),
    provideAs(SenderChannels, DeploymentSenderChannels, EmailChannel),
    provideAs(WebhookChannel, UndiciWebhookChannel, WebhookSecrets, AllowedPrivateHosts),
    provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(allowedPrivateHosts)),
  ],
  memory: [
    provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore, Clock, Ids),
    provideAs(OutboxQueries, MemoryOutboxQueries, MemoryStore),
    provideAs(MessageLog, MemoryMessageLog, MemoryStore),
    provideAs(Files, MemoryFiles, MemoryStore),
    provideAs(SenderDomains, MemorySenderDomains, MemoryStore, Clock),
    provideAs(WebhookSecrets, MemoryWebhookSecrets, MemoryStore, Secrets, Clock),
    provideAs(SealedThings, MemorySealedThings),
  ],
  postgres: [
    provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids, Sealing),
    provideAs(OutboxQueries, PostgresOutboxQueries, Database, Sealing),
    provideAs(MessageLog, PostgresMessageLog, Database, Sealing),
    provideAs(Files, PostgresFiles, Database),
    provideAs(SenderDomains, PostgresSenderDomains, Database),
    provideAs(WebhookSecrets, PostgresWebhookSecrets, Database, Secrets, Sealing, Clock),
    provideAs(SealedThings, PostgresSealedThings, Database, Sealing, Secrets),
  ],
  routes: (container) => [
    ...webhookSecretRoutes(
      resolve(container, { rotateWebhookSecret: RotateWebhookSecret, webhookSecrets: WebhookSecrets }),
    ),
    ...outboxRoutes(container.get(OutboxQueries)),
    ...messageRoutes(container.get(MessageLog)),
    ...fileRoutes(resolve(container, { uploadFile: UploadFile, deleteFile: DeleteFile, files: Files })),
    ...domainRoutes(resolve(container, { checkDomain: CheckDomain, senderDomains: SenderDomains })),
  ],
}
