import { AllowedPrivateHosts } from '../../adapters/channels/allowed-private-hosts.ts'
import { UndiciEventChannel } from '../../adapters/channels/undici-event-channel.ts'
import { attemptRoutes } from '../../adapters/http/event/attempt-routes.ts'
import { destinationRoutes } from '../../adapters/http/event/destination-routes.ts'
import { eventRoutes } from '../../adapters/http/event/event-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresDestinationStore } from '../../adapters/postgres/event/destination-store.ts'
import { PostgresEventStore } from '../../adapters/postgres/event/event-store.ts'
import { PublicUrls } from '../../domain/public-urls.ts'
import { Mailer } from '../../ports/account/mailer.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { Clock } from '../../ports/clock.ts'
import { DestinationStore } from '../../ports/event/destinations.ts'
import { EventChannel } from '../../ports/event/event-channel.ts'
import { EventStore } from '../../ports/event/events.ts'
import { Ids } from '../../ports/ids.ts'
import { OrganizationTimes } from '../../ports/organization-times.ts'
import { Randomness } from '../../ports/randomness.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { DeliverEvents, DeliveryPorts } from '../../use-cases/event/destinations/deliver-events.ts'
import { DestinationStatuses } from '../../use-cases/event/destinations/destination-statuses.ts'
import { Destinations } from '../../use-cases/event/destinations/destinations.ts'
import { EndDestination } from '../../use-cases/event/destinations/end-destination.ts'
import { EventRequests } from '../../use-cases/event/destinations/event-requests.ts'
import { MailDisabledNotices } from '../../use-cases/event/destinations/mail-disabled-notices.ts'
import { ReplayEvents } from '../../use-cases/event/destinations/replay-events.ts'
import { SendToDestination } from '../../use-cases/event/destinations/send-to-destination.ts'
import { EventMaintenance } from '../../use-cases/event/event-maintenance.ts'
import { FollowEvents } from '../../use-cases/event/follow-events.ts'
import { ListEvents } from '../../use-cases/event/list-events.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature that tells other systems what has happened. */
export const event: Feature = {
  bindings: () => [
    provide(ListEvents, EventStore, OrganizationTimes),
    provide(FollowEvents, EventStore, Clock),
    provide(EventMaintenance, EventStore, DestinationStore, Clock),
    provideAs(EventChannel, UndiciEventChannel, AllowedPrivateHosts),
    provide(EventRequests, EventChannel, Secrets),
    provide(Destinations, UnitOfWork, EventChannel, Secrets, Clock, Ids),
    provide(DestinationStatuses, UnitOfWork),
    provide(ReplayEvents, UnitOfWork, EventStore, OrganizationTimes, Ids),
    provide(SendToDestination, UnitOfWork, DestinationStore, EventStore, EventRequests, Ids, Throttle),
    provide(EndDestination, UnitOfWork, Clock),
    provide(DeliveryPorts, DestinationStore, EventStore, EventRequests, EndDestination),
    provide(DeliverEvents, DeliveryPorts, Clock, Timers, Randomness, Ids),
    provide(MailDisabledNotices, DestinationStore, Mailer, PublicUrls, Clock),
    provideAs(EventStore, PostgresEventStore, Database, Clock),
    provideAs(DestinationStore, PostgresDestinationStore, Database),
  ],
  routes: (services) => [
    ...eventRoutes(services),
    ...destinationRoutes(services),
    ...attemptRoutes(services),
  ],
}
