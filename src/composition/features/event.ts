import { Database } from '../../adapters/postgres/database.ts'
import { PostgresEvents } from '../../adapters/postgres/event/postgres-events.ts'
import { Clock, ClockScope } from '../../ports/clock.ts'
import { Events } from '../../ports/event/events.ts'
import type { Feature } from '../feature.ts'
import { provideAs } from '../provide.ts'

/** The feature that tells other systems what has happened. */
export const event: Feature = {
  bindings: () => [],
  postgres: [provideAs(Events, PostgresEvents, Database, Clock, ClockScope)],
}
