import { PostgresAccountQueries } from '../adapters/postgres/account-queries.ts'
import { PostgresApiKeyQueries } from '../adapters/postgres/api-key-queries.ts'
import { PostgresBacklogQueries } from '../adapters/postgres/backlog-queries.ts'
import { PostgresConnections } from '../adapters/postgres/connections.ts'
import { PostgresCredentialQueries } from '../adapters/postgres/credential-queries.ts'
import { PostgresDataTableQueries } from '../adapters/postgres/data-table-queries.ts'
import { Database } from '../adapters/postgres/database.ts'
import { PostgresEmailOutbox } from '../adapters/postgres/email-outbox.ts'
import { PostgresEndedJobs } from '../adapters/postgres/ended-jobs.ts'
import { PostgresJobIntake } from '../adapters/postgres/job-intake.ts'
import { PostgresJobQueries } from '../adapters/postgres/job-queries.ts'
import { PostgresKeyUsage } from '../adapters/postgres/key-usage.ts'
import { PostgresMeterQueries } from '../adapters/postgres/meter-queries.ts'
import { PostgresOutboxQueries } from '../adapters/postgres/outbox-queries.ts'
import { PostgresPace } from '../adapters/postgres/pace.ts'
import { PostgresProjectQueries } from '../adapters/postgres/project-queries.ts'
import { PostgresReadiness } from '../adapters/postgres/readiness.ts'
import { PostgresRecordIntake } from '../adapters/postgres/record-intake.ts'
import { PostgresRecordQueries } from '../adapters/postgres/record-queries.ts'
import { PostgresRuntimePresence } from '../adapters/postgres/runtime-presence.ts'
import { PostgresSlices } from '../adapters/postgres/slices.ts'
import { PostgresSpinnerQueries } from '../adapters/postgres/spinner-queries.ts'
import { PostgresStagedRecords } from '../adapters/postgres/staged-records.ts'
import { PostgresSuppressions } from '../adapters/postgres/suppressions.ts'
import { PostgresUnitOfWork } from '../adapters/postgres/unit-of-work.ts'
import { PostgresWakeups } from '../adapters/postgres/wakeups.ts'
import { PostgresWebhookSecrets } from '../adapters/postgres/webhook-secrets.ts'
import { FlexibleThrottle } from '../adapters/throttle/flexible-throttle.ts'
import { AccountQueries } from '../ports/account-queries.ts'
import { ApiKeyQueries } from '../ports/api-key-queries.ts'
import { BacklogQueries } from '../ports/backlog-queries.ts'
import { Clock } from '../ports/clock.ts'
import { Connections } from '../ports/connections.ts'
import { CredentialQueries } from '../ports/credential-queries.ts'
import { DataTableQueries } from '../ports/data-table-queries.ts'
import { EmailChannel } from '../ports/email-channel.ts'
import { EndedJobs } from '../ports/ended-jobs.ts'
import { Ids } from '../ports/ids.ts'
import { JobIntake } from '../ports/job-intake.ts'
import { JobQueries } from '../ports/job-queries.ts'
import { KeyUsage } from '../ports/key-usage.ts'
import { MeterQueries } from '../ports/meter-queries.ts'
import { OutboxQueries } from '../ports/outbox-queries.ts'
import { Pace } from '../ports/pace.ts'
import { ProjectQueries } from '../ports/project-queries.ts'
import { Readiness } from '../ports/readiness.ts'
import { RecordIntake } from '../ports/record-intake.ts'
import { RecordQueries } from '../ports/record-queries.ts'
import { RuntimePresence } from '../ports/runtime-presence.ts'
import { Secrets } from '../ports/secrets.ts'
import { Slices } from '../ports/slices.ts'
import { SpinnerQueries } from '../ports/spinner-queries.ts'
import { StagedRecords } from '../ports/staged-records.ts'
import { Suppressions } from '../ports/suppressions.ts'
import { Throttle } from '../ports/throttle.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { Wakeups } from '../ports/wakeups.ts'
import { WebhookSecrets } from '../ports/webhook-secrets.ts'
import { provideAs, provideValue } from './provide.ts'

/** The service on PostgreSQL. */
export const postgres = (database: Database) => [
  provideValue(Database, database),
  provideAs(UnitOfWork, PostgresUnitOfWork, Database),
  provideAs(RecordIntake, PostgresRecordIntake, Database, Clock),
  provideAs(JobIntake, PostgresJobIntake, Database, Clock),
  provideAs(CredentialQueries, PostgresCredentialQueries, Database),
  provideAs(JobQueries, PostgresJobQueries, Database),
  provideAs(MeterQueries, PostgresMeterQueries, Database),
  provideAs(AccountQueries, PostgresAccountQueries, Database),
  provideAs(ApiKeyQueries, PostgresApiKeyQueries, Database),
  provideAs(DataTableQueries, PostgresDataTableQueries, Database),
  provideAs(OutboxQueries, PostgresOutboxQueries, Database),
  provideAs(ProjectQueries, PostgresProjectQueries, Database),
  provideAs(RecordQueries, PostgresRecordQueries, Database),
  provideAs(SpinnerQueries, PostgresSpinnerQueries, Database),
  provideAs(KeyUsage, PostgresKeyUsage, Database),
  provideValue(Throttle, FlexibleThrottle.inPostgres(database)),
  provideAs(StagedRecords, PostgresStagedRecords, Database),
  provideAs(Suppressions, PostgresSuppressions, Database),
  provideAs(WebhookSecrets, PostgresWebhookSecrets, Database, Secrets, Clock),
  provideAs(Pace, PostgresPace, Database),
  provideAs(Slices, PostgresSlices, Database),
  provideAs(Wakeups, PostgresWakeups, Database),
  provideAs(RuntimePresence, PostgresRuntimePresence, Database),
  provideAs(EndedJobs, PostgresEndedJobs, Database),
  provideAs(BacklogQueries, PostgresBacklogQueries, Database),
  provideAs(Connections, PostgresConnections, Database),
  provideAs(EmailChannel, PostgresEmailOutbox, Database, Clock, Ids),
  provideAs(Readiness, PostgresReadiness, Database),
]
