import { MemoryAccounts } from '../adapters/memory/account/accounts.ts'
import { MemoryApiKeys } from '../adapters/memory/account/api-keys.ts'
import { MemoryAuditLog } from '../adapters/memory/account/audit-log.ts'
import { MemoryOrganizationDeletions } from '../adapters/memory/account/organization-deletions.ts'
import { MemoryOrganizationSignIns } from '../adapters/memory/account/organization-sign-in.ts'
import { MemoryOverviewQueries } from '../adapters/memory/account/overview-queries.ts'
import { MemoryArrivalStore } from '../adapters/memory/arrival/arrival-store.ts'
import { MemoryMappings } from '../adapters/memory/arrival/mappings.ts'
import { MemoryRecordAppender } from '../adapters/memory/arrival/record-appender.ts'
import { MemoryStagedRecords } from '../adapters/memory/arrival/staged-records.ts'
import { MemoryBinQueries } from '../adapters/memory/bin/bin-queries.ts'
import { MemoryDepartures } from '../adapters/memory/cell/departures.ts'
import { MemoryDatabaseState } from '../adapters/memory/database-state.ts'
import { MemoryDestinations } from '../adapters/memory/event/memory-destinations.ts'
import { MemoryEventDeliveries } from '../adapters/memory/event/memory-event-deliveries.ts'
import { MemoryEvents } from '../adapters/memory/event/memory-events.ts'
import { MemoryJobQueries } from '../adapters/memory/job/job-queries.ts'
import { MemoryJobStarter } from '../adapters/memory/job/job-starter.ts'
import { MemoryPace } from '../adapters/memory/job/pace.ts'
import { MemoryRehearsalFacts } from '../adapters/memory/job/rehearsal/rehearsal-facts.ts'
import { MemoryRehearsals } from '../adapters/memory/job/rehearsal/rehearsals.ts'
import { MemoryRuntimeStatus } from '../adapters/memory/job/runtime-status.ts'
import { MemorySlices } from '../adapters/memory/job/slices/slices.ts'
import { MemoryWakeups } from '../adapters/memory/job/wakeups.ts'
import { MemoryContactPolicies } from '../adapters/memory/person/contact-policies.ts'
import { MemoryPersonCopies } from '../adapters/memory/person/person-copies.ts'
import { MemoryPersonDigests } from '../adapters/memory/person/person-digests.ts'
import { MemoryPersonQueries } from '../adapters/memory/person/person-queries.ts'
import { MemorySuppressions } from '../adapters/memory/person/suppressions.ts'
import { MemoryMeterQueries } from '../adapters/memory/plan/meter-queries.ts'
import { MemoryMailboxes } from '../adapters/memory/sender/inbound/mailboxes.ts'
import { MemoryEmailOutbox } from '../adapters/memory/sender/message/email-outbox.ts'
import { MemoryFiles } from '../adapters/memory/sender/message/files.ts'
import { MemoryMessageLog } from '../adapters/memory/sender/message/message-log.ts'
import { MemorySenderHealth } from '../adapters/memory/sender/pacing/sender-health.ts'
import { MemorySealedThings } from '../adapters/memory/sender/sealed-things.ts'
import { MemorySenders } from '../adapters/memory/sender/senders.ts'
import { MemorySharedSecrets } from '../adapters/memory/sender/shared-secrets.ts'
import { MemoryDueStarts } from '../adapters/memory/spinner/due-starts.ts'
import { MemorySpinnerQueries } from '../adapters/memory/spinner/spinner-queries.ts'
import { MemoryStore } from '../adapters/memory/store.ts'
import { MemoryDataTableQueries } from '../adapters/memory/table/data-table-queries.ts'
import { MemoryProjectQueries } from '../adapters/memory/table/project-queries.ts'
import { MemoryRecordQueries } from '../adapters/memory/table/record-queries.ts'
import { MemoryTestClocks } from '../adapters/memory/test-mode/test-clocks.ts'
import { MemoryUnitOfWork } from '../adapters/memory/unit-of-work.ts'
import { KeyRing } from '../adapters/security/key-ring.ts'
import { RingSealing } from '../adapters/security/ring-sealing.ts'
import { FlexibleThrottle } from '../adapters/throttle/flexible-throttle.ts'
import { ArrivalBounds } from '../domain/arrival/arrival-bounds.ts'
import { Accounts } from '../ports/account/accounts.ts'
import { ApiKeys } from '../ports/account/api-keys.ts'
import { AuditLog } from '../ports/account/audit.ts'
import { OrganizationDeletions } from '../ports/account/organization-deletions.ts'
import { OrganizationSignIns } from '../ports/account/organization-sign-in.ts'
import { OverviewQueries } from '../ports/account/overview-queries.ts'
import { Secrets } from '../ports/account/secrets.ts'
import { Throttle } from '../ports/account/throttle.ts'
import { ArrivalStore } from '../ports/arrival/arrivals.ts'
import { StagedRecords } from '../ports/arrival/imports.ts'
import { Mappings } from '../ports/arrival/mappings.ts'
import { RecordAppender } from '../ports/arrival/record-appender.ts'
import { BinQueries } from '../ports/bin/bin.ts'
import { Departures } from '../ports/cell/organization-moves.ts'
import { Clock, ClockScope } from '../ports/clock.ts'
import { DatabaseState } from '../ports/database-state.ts'
import { Destinations, EventDeliveries } from '../ports/event/destinations.ts'
import { Events } from '../ports/event/events.ts'
import { Ids } from '../ports/ids.ts'
import { JobStarter } from '../ports/job/job-starter.ts'
import { JobQueries } from '../ports/job/jobs.ts'
import { RehearsalFacts } from '../ports/job/rehearsal/rehearsal-facts.ts'
import { Rehearsals } from '../ports/job/rehearsal/rehearsals.ts'
import { RuntimeStatus } from '../ports/job/runtime-status.ts'
import { Slices } from '../ports/job/slices.ts'
import { Wakeups } from '../ports/job/wakeups.ts'
import { Metrics } from '../ports/metrics.ts'
import { ContactPolicies, PersonDigests, Suppressions } from '../ports/person/contact-rules.ts'
import { PersonCopies, PersonQueries } from '../ports/person/person-data.ts'
import { MeterQueries } from '../ports/plan/plans.ts'
import { SealedThings, Sealing } from '../ports/sealing.ts'
import { Mailboxes } from '../ports/sender/inbound/mailboxes.ts'
import { EmailChannel } from '../ports/sender/message/channels.ts'
import { Files } from '../ports/sender/message/files.ts'
import { MessageLog } from '../ports/sender/message/message-log.ts'
import { SenderHealth } from '../ports/sender/pacing/sender-health.ts'
import { Senders } from '../ports/sender/senders.ts'
import { SharedSecrets } from '../ports/sender/shared-secrets.ts'
import { DueStarts } from '../ports/spinner/due-starts.ts'
import { SpinnerQueries } from '../ports/spinner/spinners.ts'
import { DataTableQueries } from '../ports/table/data-tables.ts'
import { ProjectQueries } from '../ports/table/projects.ts'
import { RecordKeys } from '../ports/table/record-keys.ts'
import { RecordQueries } from '../ports/table/records.ts'
import { TestClocks } from '../ports/test-mode/test-clocks.ts'
import { Pace } from '../ports/timers.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { type Binding, provide, provideAs, provideMade } from './provide.ts'

/**
 * Binds every port to its adapter in memory. The whole service then runs without a database, for tests and
 * tools. Production does not import this module.
 */
export const memory: readonly Binding[] = [
  // Adapters in memory of the feature `system`.
  provide(MemoryStore),
  provideAs(UnitOfWork, MemoryUnitOfWork, MemoryStore, Clock, Ids, RecordKeys),
  provideAs(Sealing, RingSealing, KeyRing),
  provideAs(DatabaseState, MemoryDatabaseState),
  // Adapters in memory of the feature `account`.
  provideAs(Accounts, MemoryAccounts, MemoryStore),
  provideAs(ApiKeys, MemoryApiKeys, MemoryStore),
  provideAs(AuditLog, MemoryAuditLog, MemoryStore),
  provideAs(Events, MemoryEvents, MemoryStore, Clock, ClockScope),
  provideAs(Destinations, MemoryDestinations, MemoryStore),
  provideAs(EventDeliveries, MemoryEventDeliveries, MemoryStore),
  provideAs(OverviewQueries, MemoryOverviewQueries, MemoryStore, Clock),
  provideAs(OrganizationDeletions, MemoryOrganizationDeletions, MemoryStore),
  provideAs(OrganizationSignIns, MemoryOrganizationSignIns, MemoryStore),
  provideMade(Throttle, () => FlexibleThrottle.inMemory()),
  // Adapters in memory of the feature `arrival`.
  provideAs(ArrivalStore, MemoryArrivalStore, MemoryStore, ArrivalBounds, Metrics),
  provideAs(RecordAppender, MemoryRecordAppender, MemoryStore, Clock, RecordKeys),
  provideAs(StagedRecords, MemoryStagedRecords, MemoryStore),
  // Adapters in memory of the feature `cell`.
  provideAs(Departures, MemoryDepartures, MemoryStore),
  // Adapters in memory of the feature `job`.
  provideAs(JobStarter, MemoryJobStarter, MemoryStore, Clock, RecordKeys),
  provideAs(RecordQueries, MemoryRecordQueries, MemoryStore, Clock),
  provideAs(JobQueries, MemoryJobQueries, MemoryStore, Clock),
  provideAs(RuntimeStatus, MemoryRuntimeStatus, MemoryStore, Clock),
  provideAs(Slices, MemorySlices, MemoryStore, Clock),
  provideAs(Wakeups, MemoryWakeups, MemoryStore),
  provideAs(Pace, MemoryPace),
  // Adapters in memory of the feature `mapping`.
  provideAs(Mappings, MemoryMappings, MemoryStore),
  // Adapters in memory of the feature `person`.
  provideAs(Suppressions, MemorySuppressions, MemoryStore),
  provideAs(ContactPolicies, MemoryContactPolicies, MemoryStore),
  provideAs(PersonQueries, MemoryPersonQueries, MemoryStore, RecordKeys),
  provideAs(PersonDigests, MemoryPersonDigests, MemoryStore),
  provideAs(PersonCopies, MemoryPersonCopies, MemoryStore, RecordKeys, Clock),
  // Adapters in memory of the feature `plan`.
  provideAs(MeterQueries, MemoryMeterQueries, MemoryStore),
  // Adapters in memory of the feature `rehearsal`.
  provideAs(RehearsalFacts, MemoryRehearsalFacts, MemoryStore),
  provideAs(Rehearsals, MemoryRehearsals, MemoryStore),
  // Adapters in memory of the feature `reply`.
  provideAs(Mailboxes, MemoryMailboxes, MemoryStore, Clock),
  provideAs(SharedSecrets, MemorySharedSecrets, MemoryStore, Secrets, Clock),
  // Adapters in memory of the feature `sender`.
  provideAs(Senders, MemorySenders, MemoryStore, Clock),
  provideAs(EmailChannel, MemoryEmailOutbox, MemoryStore, Clock, Ids),
  provideAs(MessageLog, MemoryMessageLog, MemoryStore),
  provideAs(Files, MemoryFiles, MemoryStore),
  provideAs(SealedThings, MemorySealedThings),
  provideAs(SenderHealth, MemorySenderHealth, MemoryStore),
  // Adapters in memory of the feature `spinner`.
  provideAs(SpinnerQueries, MemorySpinnerQueries, MemoryStore),
  provideAs(DueStarts, MemoryDueStarts, MemoryStore, JobStarter),
  // Adapters in memory of the feature `table`.
  provideAs(ProjectQueries, MemoryProjectQueries, MemoryStore),
  provideAs(BinQueries, MemoryBinQueries, MemoryStore, Clock),
  provideAs(DataTableQueries, MemoryDataTableQueries, MemoryStore),
  // Adapters in memory of the feature `test-mode`.
  provideAs(TestClocks, MemoryTestClocks, MemoryStore),
]
