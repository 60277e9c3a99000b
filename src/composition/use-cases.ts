import { OfferedPlans } from '../domain/organization/plan.ts'
import { AccountQueries } from '../ports/account-queries.ts'
import { Clock } from '../ports/clock.ts'
import { CredentialQueries } from '../ports/credential-queries.ts'
import { DataTableQueries } from '../ports/data-table-queries.ts'
import { EmailChannel } from '../ports/email-channel.ts'
import { EndedJobs } from '../ports/ended-jobs.ts'
import { Ids } from '../ports/ids.ts'
import { JobIntake } from '../ports/job-intake.ts'
import { JobQueries } from '../ports/job-queries.ts'
import { Mailer } from '../ports/mailer.ts'
import { MeterQueries } from '../ports/meter-queries.ts'
import { Metrics } from '../ports/metrics.ts'
import { Pace } from '../ports/pace.ts'
import { Passwords } from '../ports/passwords.ts'
import { PublicUrls } from '../ports/public-urls.ts'
import { RecordIntake } from '../ports/record-intake.ts'
import { RecordQueries } from '../ports/record-queries.ts'
import { RuntimePresence } from '../ports/runtime-presence.ts'
import { Secrets } from '../ports/secrets.ts'
import { SessionTokens } from '../ports/session-tokens.ts'
import { Slices } from '../ports/slices.ts'
import { SpinnerQueries } from '../ports/spinner-queries.ts'
import { StagedRecords } from '../ports/staged-records.ts'
import { Suppressions } from '../ports/suppressions.ts'
import { Templates } from '../ports/templates.ts'
import { Throttle } from '../ports/throttle.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { UnsubscribeLinks } from '../ports/unsubscribe-links.ts'
import { Wakeups } from '../ports/wakeups.ts'
import { WebhookChannel } from '../ports/webhook-channel.ts'
import { AdmitCaller } from '../use-cases/admit-caller.ts'
import { AdvanceJob, AdvanceJobOptions } from '../use-cases/advance-job.ts'
import { AnnounceWorker } from '../use-cases/announce-worker.ts'
import { Authenticate } from '../use-cases/authenticate.ts'
import { CancelJob } from '../use-cases/cancel-job.ts'
import { ChangeDataTable } from '../use-cases/change-data-table.ts'
import { ChangePlan } from '../use-cases/change-plan.ts'
import { ChangeSpinner } from '../use-cases/change-spinner.ts'
import { CheckPlanMeter } from '../use-cases/check-plan-meter.ts'
import { ClearEndedJobs, ClearEndedJobsOptions } from '../use-cases/clear-ended-jobs.ts'
import { ClearLeftRecords } from '../use-cases/clear-left-records.ts'
import { ConfirmPasswordReset } from '../use-cases/confirm-password-reset.ts'
import { CreateApiKey } from '../use-cases/create-api-key.ts'
import { CreateDataTable } from '../use-cases/create-data-table.ts'
import { CreateProject } from '../use-cases/create-project.ts'
import { CreateSpinner } from '../use-cases/create-spinner.ts'
import { CreateUser } from '../use-cases/create-user.ts'
import { DeleteDataTable } from '../use-cases/delete-data-table.ts'
import { DeleteProject } from '../use-cases/delete-project.ts'
import { DeleteRecord } from '../use-cases/delete-record.ts'
import { DeleteSpinner } from '../use-cases/delete-spinner.ts'
import { DismissWorker } from '../use-cases/dismiss-worker.ts'
import { ForgetIdempotencyKeys } from '../use-cases/forget-idempotency-keys.ts'
import { GetJob } from '../use-cases/get-job.ts'
import { ImportRecords } from '../use-cases/import-records.ts'
import { IngestRecords } from '../use-cases/ingest-records.ts'
import { LogIn } from '../use-cases/log-in.ts'
import { LogOut } from '../use-cases/log-out.ts'
import { OfferPlans } from '../use-cases/offer-plans.ts'
import { PreviewSpinner } from '../use-cases/preview-spinner.ts'
import { PublishSpinner } from '../use-cases/publish-spinner.ts'
import { RenameProject } from '../use-cases/rename-project.ts'
import { RequestPasswordReset } from '../use-cases/request-password-reset.ts'
import { RetryFailed } from '../use-cases/retry-failed.ts'
import { RevokeApiKey } from '../use-cases/revoke-api-key.ts'
import { RotateApiKey } from '../use-cases/rotate-api-key.ts'
import { RotateIngestToken } from '../use-cases/rotate-ingest-token.ts'
import { SetUpDemo } from '../use-cases/set-up-demo.ts'
import { SignInToDemo } from '../use-cases/sign-in-to-demo.ts'
import { SignUp, SignUpOptions } from '../use-cases/sign-up.ts'
import { ConditionStepRunner } from '../use-cases/steps/condition-step.ts'
import { EmailStepRunner } from '../use-cases/steps/email-step.ts'
import { StepRunners } from '../use-cases/steps/step-runners.ts'
import { WaitStepRunner } from '../use-cases/steps/wait-step.ts'
import { WebhookStepRunner } from '../use-cases/steps/webhook-step.ts'
import { SuppressAddress } from '../use-cases/suppress-address.ts'
import { TriggerSpinner } from '../use-cases/trigger-spinner.ts'
import { UnpublishSpinner } from '../use-cases/unpublish-spinner.ts'
import { WakeDueJobs } from '../use-cases/wake-due-jobs.ts'
import { provide } from './provide.ts'

/** Everything that the service can do, and what each part of it needs from the world. */
export const useCases = [
  provide(IngestRecords, RecordIntake, Metrics),
  provide(TriggerSpinner, JobIntake, Clock, Ids),
  provide(GetJob, CredentialQueries, JobQueries, Clock),
  provide(AdmitCaller, CredentialQueries, Clock),
  provide(CheckPlanMeter, MeterQueries, Clock),

  provide(SignUp, UnitOfWork, Passwords, Throttle, Clock, Ids, SignUpOptions),
  provide(LogIn, AccountQueries, UnitOfWork, Passwords, Throttle, Clock, Ids),
  provide(LogOut, UnitOfWork, Clock),
  provide(Authenticate, SessionTokens, AccountQueries, Clock),
  provide(RequestPasswordReset, UnitOfWork, Secrets, Mailer, PublicUrls, Throttle, Clock),
  provide(ConfirmPasswordReset, UnitOfWork, Passwords, Throttle, Clock),
  provide(CreateUser, UnitOfWork, Passwords, Clock, Ids),
  provide(ChangePlan, UnitOfWork, OfferedPlans),

  provide(CreateProject, UnitOfWork, Clock, Ids),
  provide(RenameProject, UnitOfWork),
  provide(DeleteProject, UnitOfWork),

  provide(CreateDataTable, UnitOfWork, Secrets, Clock, Ids),
  provide(ChangeDataTable, UnitOfWork),
  provide(DeleteDataTable, UnitOfWork),
  provide(RotateIngestToken, UnitOfWork, Secrets),
  provide(ImportRecords, StagedRecords, UnitOfWork, Clock, Ids, Metrics),
  provide(DeleteRecord, UnitOfWork),
  provide(ClearLeftRecords, UnitOfWork, StagedRecords),

  provide(CreateApiKey, UnitOfWork, Secrets, Clock, Ids),
  provide(RotateApiKey, UnitOfWork, Secrets, Clock, Ids),
  provide(RevokeApiKey, UnitOfWork, Clock),

  provide(CreateSpinner, UnitOfWork, Templates, Clock, Ids),
  provide(ChangeSpinner, UnitOfWork, Templates),
  provide(PublishSpinner, UnitOfWork, Templates),
  provide(UnpublishSpinner, UnitOfWork),
  provide(DeleteSpinner, UnitOfWork),
  provide(
    PreviewSpinner,
    SpinnerQueries,
    DataTableQueries,
    RecordQueries,
    Templates,
    Suppressions,
    StepRunners,
  ),
  provide(CancelJob, UnitOfWork, Clock),
  provide(RetryFailed, UnitOfWork, Clock, Ids),
  provide(SuppressAddress, Suppressions, Clock, Ids),

  provide(AdvanceJob, Slices, Wakeups, StepRunners, Ids, Metrics, Pace, AdvanceJobOptions),
  provide(StepRunners, EmailStepRunner, WebhookStepRunner, WaitStepRunner, ConditionStepRunner),
  provide(EmailStepRunner, Templates, EmailChannel, Suppressions, UnsubscribeLinks, Clock, Ids),
  provide(WebhookStepRunner, Templates, WebhookChannel),
  provide(WaitStepRunner),
  provide(ConditionStepRunner),
  provide(WakeDueJobs, Slices, Wakeups),
  provide(AnnounceWorker, RuntimePresence),
  provide(DismissWorker, RuntimePresence),
  provide(ClearEndedJobs, EndedJobs, Clock, ClearEndedJobsOptions),
  provide(ForgetIdempotencyKeys, UnitOfWork, Clock),

  provide(OfferPlans, UnitOfWork),
  provide(SetUpDemo, UnitOfWork, Clock, Ids, Secrets),
  provide(SignInToDemo, UnitOfWork, Clock, Ids),
]
