import { eventRoutes } from '../../adapters/http/event/event-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEvents } from '../../adapters/postgres/event/postgres-events.ts'
import { Clock, ClockScope } from '../../ports/clock.ts'
import { Events } from '../../ports/event/events.ts'
import { TestClocks } from '../../ports/test-mode/test-clocks.ts'
import { FollowEvents } from '../../use-cases/event/follow-events.ts'
import { ForgetEvents } from '../../use-cases/event/forget-events.ts'
import { ListEvents } from '../../use-cases/event/list-events.ts'
import { NumberEvents } from '../../use-cases/event/number-events.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, resolve } from '../provide.ts'

/** The feature that tells other systems what has happened. */
export const event: Feature = {
  bindings: () => [
    provide(ListEvents, Events, TestClocks),
    provide(FollowEvents, Events, Clock, ClockScope),
    provide(NumberEvents, Events),
    provide(ForgetEvents, Events, Clock),
  ],
  postgres: [provideAs(Events, PostgresEvents, Database, Clock, ClockScope)],
  routes: (container) =>
    eventRoutes(resolve(container, { listEvents: ListEvents, followEvents: FollowEvents })),
}
