import { jobRoutes } from '../../adapters/http/job/job-routes.ts'
import { publicJobRoutes } from '../../adapters/http/job/public-job-routes.ts'
import { recipientActionRoutes } from '../../adapters/http/job/recipients/recipient-action-routes.ts'
import { resultRoutes } from '../../adapters/http/job/results/result-routes.ts'
import { runtimeRoutes } from '../../adapters/http/job/runtime-routes.ts'
import { publicTriggerRoute } from '../../adapters/http/job/trigger/trigger-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresSpinnerResults } from '../../adapters/postgres/job/figures/spinner-results.ts'
import { PostgresJobStarter } from '../../adapters/postgres/job/job-starter.ts'
import { PostgresJobStore } from '../../adapters/postgres/job/job-store.ts'
import { PostgresSegmentEntries } from '../../adapters/postgres/job/looks/segment-entries.ts'
import { PostgresPace } from '../../adapters/postgres/job/pace.ts'
import { PostgresRecipientActionStore } from '../../adapters/postgres/job/recipient-action-store.ts'
import { PostgresSlices } from '../../adapters/postgres/job/slices.ts'
import { Clock } from '../../ports/clock.ts'
import { PersonDigests } from '../../ports/contact/contact-rules.ts'
import { ThreadStore } from '../../ports/conversation/threads.ts'
import { Ids } from '../../ports/ids.ts'
import { JobStarter } from '../../ports/job/job-starter.ts'
import { JobStore } from '../../ports/job/jobs.ts'
import { RecipientActionStore } from '../../ports/job/recipient-actions.ts'
import { Rehearsals } from '../../ports/job/rehearsal/rehearsals.ts'
import { Slices } from '../../ports/job/slices.ts'
import { SpinnerResultsStore } from '../../ports/job/spinner-results.ts'
import { Metrics } from '../../ports/metrics.ts'
import { PlanStore } from '../../ports/plan/plans.ts'
import { Randomness } from '../../ports/randomness.ts'
import { Sealing } from '../../ports/sealing.ts'
import { Channels } from '../../ports/sender/message/channels.ts'
import { MessageLog } from '../../ports/sender/message/message-log.ts'
import { SenderStore } from '../../ports/sender/senders.ts'
import { SegmentEntries } from '../../ports/spinner/segment-entries.ts'
import { SpinnerStore } from '../../ports/spinner/spinners.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { ProjectStore } from '../../ports/table/projects.ts'
import { RecordStore } from '../../ports/table/records.ts'
import { SegmentStore } from '../../ports/table/segments.ts'
import { Pace, Timers } from '../../ports/timers.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { AdmitSending } from '../../use-cases/admit-sending.ts'
import { AskDueTurns } from '../../use-cases/job/ask-due-turns.ts'
import { ClearEndedJobs, ClearEndedJobsOptions } from '../../use-cases/job/clear-ended-jobs.ts'
import { JobReader } from '../../use-cases/job/job-reader.ts'
import { Jobs } from '../../use-cases/job/jobs.ts'
import { NameAudience } from '../../use-cases/job/name-audience.ts'
import { SpinnerPauses } from '../../use-cases/job/pause/spinner-pauses.ts'
import { ActOnRecipients } from '../../use-cases/job/recipients/act-on-recipients.ts'
import { SegmentConditions } from '../../use-cases/job/rehearsal/segment-conditions.ts'
import { SettleUnconfirmed } from '../../use-cases/job/restore/settle-unconfirmed.ts'
import { RetryFailed } from '../../use-cases/job/retry-failed.ts'
import { SliceTools, TakeTurnOptions } from '../../use-cases/job/slice-run.ts'
import { StartDueSpinners } from '../../use-cases/job/start-due-spinners.ts'
import { TakeTurn } from '../../use-cases/job/take-turn.ts'
import { TriggerSpinner } from '../../use-cases/job/trigger-spinner.ts'
import { FinishOutdatedWaits } from '../../use-cases/job/waits/finish-outdated-waits.ts'
import { StepRunners } from '../../use-cases/spinner/steps/step-types.ts'
import { CountSegment } from '../../use-cases/table/segments/count-segment.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue } from '../provide.ts'

/** The feature that runs published spinners as jobs, with the runtime that processes them. */
export const job: Feature = {
  bindings: ({ sendConcurrency, retentionDays }) => [
    provide(
      TriggerSpinner,
      JobStarter,
      Clock,
      Ids,
      AdmitSending,
      NameAudience,
      Metrics,
      Rehearsals,
      SegmentConditions,
    ),
    provide(SegmentConditions, SpinnerStore, SegmentStore),
    provide(NameAudience, RecordStore, SegmentStore, CountSegment, Clock),
    provide(JobReader, JobStore, ProjectStore, SpinnerStore),
    provide(Jobs, UnitOfWork, Clock),
    provide(SpinnerPauses, UnitOfWork, Clock),
    provide(FinishOutdatedWaits, UnitOfWork, Clock),
    provide(
      ActOnRecipients,
      UnitOfWork,
      Clock,
      Ids,
      AdmitSending,
      Templates,
      JobStore,
      RecipientActionStore,
      RecordStore,
      SpinnerStore,
    ),
    provide(RetryFailed, UnitOfWork, Clock, Ids, AdmitSending, Templates, JobStore, Timers),
    provide(TakeTurn, SliceTools, Channels, Ids),
    provide(
      SliceTools,
      Slices,
      RecordStore,
      StepRunners,
      SenderStore,
      Clock,
      Randomness,
      Metrics,
      Pace,
      Timers,
      TakeTurnOptions,
    ),
    provideValue(TakeTurnOptions, new TakeTurnOptions({ sendConcurrency, leaseSeconds: 15 })),
    provide(AskDueTurns, Slices),
    provide(SettleUnconfirmed, Slices, StepRunners, Clock, Ids),
    provideAs(SegmentEntries, PostgresSegmentEntries, Database, Clock),
    provide(
      StartDueSpinners,
      SpinnerStore,
      SegmentEntries,
      PlanStore,
      AdmitSending,
      SegmentStore,
      Clock,
      Ids,
      Timers,
    ),
    provide(ClearEndedJobs, JobStore, MessageLog, ThreadStore, Clock, ClearEndedJobsOptions),
    provideValue(ClearEndedJobsOptions, new ClearEndedJobsOptions(retentionDays)),
    provideAs(JobStarter, PostgresJobStarter, Database, Clock),
    provideAs(JobStore, PostgresJobStore, Database, Clock),
    provideAs(RecipientActionStore, PostgresRecipientActionStore, Database, Clock),
    provideAs(SpinnerResultsStore, PostgresSpinnerResults, Database, Clock),
    provideAs(Slices, PostgresSlices, Database, Clock, Sealing, PersonDigests),
    provideAs(Pace, PostgresPace, Database, Timers),
  ],
  publicRoutes: (services) => [publicTriggerRoute(services), ...publicJobRoutes(services)],
  routes: (services) => [
    ...jobRoutes(services),
    ...recipientActionRoutes(services),
    ...resultRoutes(services),
    ...runtimeRoutes(services),
  ],
}
