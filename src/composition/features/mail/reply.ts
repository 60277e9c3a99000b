import { AllowedPrivateHosts } from '../../../adapters/channels/allowed-private-hosts.ts'
import { MailboxApis } from '../../../adapters/channels/mailboxes/mailbox-of-kind.ts'
import { ThreadedMailboxes } from '../../../adapters/channels/mailboxes/threaded-mailboxes.ts'
import { SignedSns } from '../../../adapters/channels/signed-sns.ts'
import { eventRoutes } from '../../../adapters/http/sender/event-routes.ts'
import { mailboxRoutes } from '../../../adapters/http/sender/mailbox-routes.ts'
import { Database } from '../../../adapters/postgres/database.ts'
import { PostgresInboundFactStore } from '../../../adapters/postgres/sender/inbound/inbound-fact-store.ts'
import { Secrets } from '../../../ports/account/secrets.ts'
import { Clock } from '../../../ports/clock.ts'
import { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import { Ids } from '../../../ports/ids.ts'
import { InboundFactStore } from '../../../ports/sender/inbound/inbound-fact-store.ts'
import { MailboxReader } from '../../../ports/sender/inbound/mailbox-reader.ts'
import { Sns } from '../../../ports/sender/inbound/sns.ts'
import { SenderChannels } from '../../../ports/sender/message/channels.ts'
import { MessageLog } from '../../../ports/sender/message/message-log.ts'
import { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import { SharedSecretStore } from '../../../ports/sender/shared-secrets.ts'
import { Timers } from '../../../ports/timers.ts'
import { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { DeleteOldInboundFacts } from '../../../use-cases/sender/inbound/delete-old-inbound-facts.ts'
import { InboundFactProcessor } from '../../../use-cases/sender/inbound/inbound-fact-processor.ts'
import { ReactionStore } from '../../../use-cases/sender/inbound/reaction-store.ts'
import { ReadMailboxes } from '../../../use-cases/sender/inbound/read-mailboxes.ts'
import { ReceiveProviderEvent } from '../../../use-cases/sender/inbound/receive-provider-event.ts'
import { OrganizationSecrets } from '../../../use-cases/sender/organization-secrets.ts'
import type { Feature } from '../../feature.ts'
import { provide, provideAs, provideMade, provideValue } from '../../provide.ts'

/** The feature that processes replies, bounces, complaints and the events of mail providers. */
export const reply: Feature = {
  bindings: ({ providers }) => [
    provide(InboundFactProcessor, UnitOfWork, MessageTokens, PersonDigests, Clock, Ids, ReactionStore),
    provide(
      ReadMailboxes,
      InboundFactStore,
      SenderChannels,
      MailboxReader,
      MessageLog,
      InboundFactProcessor,
      Clock,
      Timers,
      Ids,
    ),
    provide(DeleteOldInboundFacts, InboundFactStore, Clock),
    provide(ReceiveProviderEvent, SharedSecretStore, Sns, InboundFactProcessor, Clock),
    provide(OrganizationSecrets, UnitOfWork, SharedSecretStore, Secrets, Clock),
    provide(ThreadedMailboxes, MailboxApis, AllowedPrivateHosts),
    provideMade(MailboxReader, (threaded: ThreadedMailboxes) => threaded, ThreadedMailboxes),
    provideValue(MailboxApis, new MailboxApis(providers.google?.api ?? '', providers.microsoft?.api ?? '')),
    provideMade(Sns, () => new SignedSns()),
    provideAs(InboundFactStore, PostgresInboundFactStore, Database, Clock),
  ],
  routes: (services) => [...mailboxRoutes(services), ...eventRoutes(services)],
}
