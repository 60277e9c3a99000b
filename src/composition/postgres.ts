import { PostgresCredentialQueries } from '../adapters/postgres/credential-queries.ts'
import { Database } from '../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../adapters/postgres/email-outbox.ts'
import { PostgresJobQueries } from '../adapters/postgres/job-queries.ts'
import { PostgresMeterQueries } from '../adapters/postgres/meter-queries.ts'
import { PostgresReadiness } from '../adapters/postgres/readiness.ts'
import { PostgresRecordIntake } from '../adapters/postgres/record-intake.ts'
import { PostgresSlices } from '../adapters/postgres/slices.ts'
import { PostgresUnitOfWork } from '../adapters/postgres/unit-of-work.ts'
import { PostgresWakeups } from '../adapters/postgres/wakeups.ts'
import { Clock } from '../ports/clock.ts'
import { CredentialQueries } from '../ports/credential-queries.ts'
import { EmailChannel } from '../ports/email-channel.ts'
import { Ids } from '../ports/ids.ts'
import { JobQueries } from '../ports/job-queries.ts'
import { MeterQueries } from '../ports/meter-queries.ts'
import { Readiness } from '../ports/readiness.ts'
import { RecordIntake } from '../ports/record-intake.ts'
import { Slices } from '../ports/slices.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { Wakeups } from '../ports/wakeups.ts'
import { provideAs, provideValue } from './provide.ts'

/** The service on PostgreSQL. */
export const postgres = (database: Database) => [
  provideValue(Database, database),
  provideAs(UnitOfWork, PostgresUnitOfWork, Database),
  provideAs(RecordIntake, PostgresRecordIntake, Database, Clock),
  provideAs(CredentialQueries, PostgresCredentialQueries, Database),
  provideAs(JobQueries, PostgresJobQueries, Database),
  provideAs(MeterQueries, PostgresMeterQueries, Database),
  provideAs(Slices, PostgresSlices, Database),
  provideAs(Wakeups, PostgresWakeups, Database),
  provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids),
  provideAs(Readiness, PostgresReadiness, Database),
]
