import { Clock } from '../ports/clock.ts'
import { CredentialQueries } from '../ports/credential-queries.ts'
import { EmailChannel } from '../ports/email-channel.ts'
import { Ids } from '../ports/ids.ts'
import { JobQueries } from '../ports/job-queries.ts'
import { MeterQueries } from '../ports/meter-queries.ts'
import { RecordIntake } from '../ports/record-intake.ts'
import { Secrets } from '../ports/secrets.ts'
import { Slices } from '../ports/slices.ts'
import { Templates } from '../ports/templates.ts'
import { UnitOfWork } from '../ports/unit-of-work.ts'
import { Wakeups } from '../ports/wakeups.ts'
import { AdmitCaller } from '../use-cases/admit-caller.ts'
import { AdvanceJob, AdvanceJobOptions } from '../use-cases/advance-job.ts'
import { CheckPlanMeter } from '../use-cases/check-plan-meter.ts'
import { ForgetIdempotencyKeys } from '../use-cases/forget-idempotency-keys.ts'
import { GetJob } from '../use-cases/get-job.ts'
import { IngestRecords } from '../use-cases/ingest-records.ts'
import { OfferPlans } from '../use-cases/offer-plans.ts'
import { SetUpDemo } from '../use-cases/set-up-demo.ts'
import { EmailStepRunner } from '../use-cases/steps/email-step.ts'
import { StepRunners } from '../use-cases/steps/step-runners.ts'
import { TriggerSpinner } from '../use-cases/trigger-spinner.ts'
import { WakeDueJobs } from '../use-cases/wake-due-jobs.ts'
import { provide } from './provide.ts'

/** Everything that the service can do, and what each part of it needs from the world. */
export const useCases = [
  provide(IngestRecords, RecordIntake),
  provide(TriggerSpinner, UnitOfWork, Clock, Ids),
  provide(GetJob, CredentialQueries, JobQueries, Clock),
  provide(AdmitCaller, CredentialQueries, Clock),
  provide(CheckPlanMeter, MeterQueries, Clock),

  provide(AdvanceJob, Slices, Wakeups, StepRunners, Ids, AdvanceJobOptions),
  provide(StepRunners, EmailStepRunner),
  provide(EmailStepRunner, Templates, EmailChannel),
  provide(WakeDueJobs, Slices, Wakeups),
  provide(ForgetIdempotencyKeys, UnitOfWork, Clock),

  provide(OfferPlans, UnitOfWork),
  provide(SetUpDemo, UnitOfWork, Clock, Ids, Secrets),
]
