import { MemoryBacklogQueries } from '../adapters/memory/backlog-queries.ts'
import { MemoryConnections } from '../adapters/memory/connections.ts'
import { MemoryEmailOutbox } from '../adapters/memory/email-outbox.ts'
import { MemoryEndedJobs } from '../adapters/memory/ended-jobs.ts'
import { MemoryJobIntake } from '../adapters/memory/job-intake.ts'
import { MemoryKeyUsage } from '../adapters/memory/key-usage.ts'
import { MemoryMailer } from '../adapters/memory/mailer.ts'
import {
  MemoryAccountQueries,
  MemoryApiKeyQueries,
  MemoryDataTableQueries,
  MemoryOutboxQueries,
  MemoryProjectQueries,
  MemoryRecordQueries,
  MemorySpinnerQueries,
} from '../adapters/memory/management-queries.ts'
import { MemoryPace } from '../adapters/memory/pace.ts'
import {
  MemoryCredentialQueries,
  MemoryJobQueries,
  MemoryMeterQueries,
  MemoryReadiness,
} from '../adapters/memory/queries.ts'
import { MemoryRecordIntake } from '../adapters/memory/record-intake.ts'
import { MemoryRuntimePresence } from '../adapters/memory/runtime-presence.ts'
import { MemorySlices } from '../adapters/memory/slices.ts'
import { MemoryStagedRecords } from '../adapters/memory/staged-records.ts'
import { MemoryStore } from '../adapters/memory/store.ts'
import { MemorySuppressions } from '../adapters/memory/suppressions.ts'
import { MemoryUnitOfWork } from '../adapters/memory/unit-of-work.ts'
import { MemoryWakeups } from '../adapters/memory/wakeups.ts'
import { MemoryWebhookSecrets } from '../adapters/memory/webhook-secrets.ts'
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
import { Mailer } from '../ports/mailer.ts'
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
import { provide, provideAs, provideValue } from './provide.ts'

/** The whole service without a database. */
export const memory = [
  provide(MemoryStore),
  provideAs(UnitOfWork, MemoryUnitOfWork, MemoryStore),
  provideAs(RecordIntake, MemoryRecordIntake, MemoryStore, Clock),
  provideAs(JobIntake, MemoryJobIntake, MemoryStore, Clock),
  provideAs(CredentialQueries, MemoryCredentialQueries, MemoryStore),
  provideAs(JobQueries, MemoryJobQueries, MemoryStore, Clock),
  provideAs(MeterQueries, MemoryMeterQueries, MemoryStore),
  provideAs(AccountQueries, MemoryAccountQueries, MemoryStore),
  provideAs(ApiKeyQueries, MemoryApiKeyQueries, MemoryStore),
  provideAs(DataTableQueries, MemoryDataTableQueries, MemoryStore),
  provideAs(OutboxQueries, MemoryOutboxQueries, MemoryStore),
  provideAs(ProjectQueries, MemoryProjectQueries, MemoryStore),
  provideAs(RecordQueries, MemoryRecordQueries, MemoryStore),
  provideAs(SpinnerQueries, MemorySpinnerQueries, MemoryStore),
  provideAs(KeyUsage, MemoryKeyUsage, MemoryStore),
  provideValue(Throttle, FlexibleThrottle.inMemory()),
  provideAs(StagedRecords, MemoryStagedRecords, MemoryStore),
  provideAs(Suppressions, MemorySuppressions, MemoryStore),
  provideAs(WebhookSecrets, MemoryWebhookSecrets, Secrets, Clock),
  provideAs(Pace, MemoryPace),
  provideAs(Slices, MemorySlices, MemoryStore, Clock),
  provideAs(Wakeups, MemoryWakeups, MemoryStore, Clock),
  provideAs(RuntimePresence, MemoryRuntimePresence, MemoryStore, Clock),
  provideAs(EndedJobs, MemoryEndedJobs, MemoryStore),
  provideAs(BacklogQueries, MemoryBacklogQueries, MemoryStore, Clock),
  provideAs(Connections, MemoryConnections),
  provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore, Clock, Ids),
  provideAs(Mailer, MemoryMailer),
  provideAs(Readiness, MemoryReadiness),
]
