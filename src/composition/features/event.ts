import { AllowedPrivateHosts } from '../../adapters/channels/allowed-private-hosts.ts'
import { UndiciEventChannel } from '../../adapters/channels/undici-event-channel.ts'
import { attemptRoutes } from '../../adapters/http/event/attempt-routes.ts'
import { destinationRoutes } from '../../adapters/http/event/destination-routes.ts'
import { eventRoutes } from '../../adapters/http/event/event-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresDestinations } from '../../adapters/postgres/event/destinations.ts'
import { PostgresEventDeliveries } from '../../adapters/postgres/event/event-deliveries.ts'
import { PostgresEvents } from '../../adapters/postgres/event/postgres-events.ts'
import { Mailer } from '../../ports/account/mailer.ts'
import { Secrets } from '../../ports/account/secrets.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { Clock, ClockScope } from '../../ports/clock.ts'
import { Destinations, EventDeliveries } from '../../ports/event/destinations.ts'
import { EventChannel } from '../../ports/event/event-channel.ts'
import { Events } from '../../ports/event/events.ts'
import { Ids } from '../../ports/ids.ts'
import { PublicUrls } from '../../ports/public-urls.ts'
import { Randomness } from '../../ports/randomness.ts'
import { TestClocks } from '../../ports/test-mode/test-clocks.ts'
import { Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { ChangeDestination } from '../../use-cases/event/destinations/change-destination.ts'
import { CreateDestination } from '../../use-cases/event/destinations/create-destination.ts'
import { DeliverEvents, DeliveryPorts } from '../../use-cases/event/destinations/deliver-events.ts'
import { EndDestination } from '../../use-cases/event/destinations/end-destination.ts'
import { EventRequests } from '../../use-cases/event/destinations/event-requests.ts'
import { ForgetAttempts } from '../../use-cases/event/destinations/forget-attempts.ts'
import { MailDisabledNotices } from '../../use-cases/event/destinations/mail-disabled-notices.ts'
import { PauseDestination } from '../../use-cases/event/destinations/pause-destination.ts'
import { RemoveDestination } from '../../use-cases/event/destinations/remove-destination.ts'
import { ReplayEvents } from '../../use-cases/event/destinations/replay-events.ts'
import { ResumeDestination } from '../../use-cases/event/destinations/resume-destination.ts'
import { RotateDestinationSecret } from '../../use-cases/event/destinations/rotate-destination-secret.ts'
import { SendToDestination } from '../../use-cases/event/destinations/send-to-destination.ts'
import { FollowEvents } from '../../use-cases/event/follow-events.ts'
import { ForgetEvents } from '../../use-cases/event/forget-events.ts'
import { ListEvents } from '../../use-cases/event/list-events.ts'
import { NumberEvents } from '../../use-cases/event/number-events.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs } from '../provide.ts'

/** The feature that tells other systems what has happened. */
export const event: Feature = {
  bindings: () => [
    provide(ListEvents, Events, TestClocks),
    provide(FollowEvents, Events, Clock, ClockScope),
    provide(NumberEvents, Events),
    provide(ForgetEvents, Events, Clock),
    provideAs(EventChannel, UndiciEventChannel, AllowedPrivateHosts),
    provide(EventRequests, EventChannel, Secrets),
    provide(CreateDestination, UnitOfWork, EventChannel, Secrets, Clock, Ids),
    provide(ChangeDestination, UnitOfWork, EventChannel),
    provide(RemoveDestination, UnitOfWork),
    provide(PauseDestination, UnitOfWork),
    provide(ResumeDestination, UnitOfWork),
    provide(ReplayEvents, UnitOfWork, Events, TestClocks, Ids),
    provide(RotateDestinationSecret, UnitOfWork, Secrets),
    provide(
      SendToDestination,
      UnitOfWork,
      Destinations,
      EventDeliveries,
      Events,
      EventRequests,
      Ids,
      Throttle,
    ),
    provide(EndDestination, UnitOfWork, Clock),
    provide(DeliveryPorts, EventDeliveries, Events, EventRequests, EndDestination),
    provide(DeliverEvents, DeliveryPorts, Clock, Timers, Randomness, Ids),
    provide(MailDisabledNotices, Destinations, Mailer, PublicUrls, Clock),
    provide(ForgetAttempts, Destinations, Clock),
    provideAs(Events, PostgresEvents, Database, Clock, ClockScope),
    provideAs(Destinations, PostgresDestinations, Database),
    provideAs(EventDeliveries, PostgresEventDeliveries, Database, Randomness),
  ],
  routes: (services) => [
    ...eventRoutes(services),
    ...destinationRoutes(services),
    ...attemptRoutes(services),
  ],
}
