import type { ServiceIdentifier } from 'inversify'
import { DeleteOrganizations } from '../../src/use-cases/account/deletion/delete-organizations.ts'
import { FoldActivity } from '../../src/use-cases/account/fold-activity.ts'
import { CheckDueEmailDomains } from '../../src/use-cases/account/organization-sign-in/check-due-email-domains.ts'
import { ClearOldArrivals } from '../../src/use-cases/arrival/clear-old-arrivals.ts'
import { FinishArrivals } from '../../src/use-cases/arrival/finish-arrivals.ts'
import { ForgetIdempotencyKeys } from '../../src/use-cases/arrival/forget-idempotency-keys.ts'
import { ClearBin } from '../../src/use-cases/bin/clear-bin.ts'
import { ForgetAttempts } from '../../src/use-cases/event/destinations/forget-attempts.ts'
import { MailDisabledNotices } from '../../src/use-cases/event/destinations/mail-disabled-notices.ts'
import { ForgetEvents } from '../../src/use-cases/event/forget-events.ts'
import { ClearEndedJobs } from '../../src/use-cases/job/clear-ended-jobs.ts'
import { FinishSpinnerResumptions } from '../../src/use-cases/job/pause/finish-spinner-resumptions.ts'
import { ForgetRehearsals } from '../../src/use-cases/job/rehearsal/forget-rehearsals.ts'
import { FinishOutdatedWaits } from '../../src/use-cases/job/waits/finish-outdated-waits.ts'
import { CheckDueDomains } from '../../src/use-cases/sender/check-due-domains.ts'
import { DeleteOldInboundFacts } from '../../src/use-cases/sender/inbound/delete-old-inbound-facts.ts'
import { MailPauseNotices } from '../../src/use-cases/sender/pacing/mail-pause-notices.ts'
import { FillIndexes } from '../../src/use-cases/table/indexes/fill-indexes.ts'
import { ClearLeftRecords } from '../../src/use-cases/table/records/clear-left-records.ts'

/** A task that the runtime performs at fixed times, such as deleting old data. */
interface PeriodicTask {
  readonly useCase: ServiceIdentifier<{ execute(signal: AbortSignal): Promise<unknown> }>
  /** The times of the periodic task in UTC, in crontab format. */
  readonly at: string
  /**
   * Whether the queue holds at most one entry of the periodic task. The task's name is then the key of the
   * entry.
   */
  readonly waitsOnce?: true
}

/** The periodic tasks of the runtime, by the names of their queue entries. */
export const periodicTasks: Readonly<Record<string, PeriodicTask>> = {
  'forget-idempotency-keys': { useCase: ForgetIdempotencyKeys, at: '17 * * * *' },
  'clear-ended-jobs': { useCase: ClearEndedJobs, at: '41 * * * *' },
  'clear-bin': { useCase: ClearBin, at: '*/5 * * * *' },
  'clear-left-records': { useCase: ClearLeftRecords, at: '*/5 * * * *' },
  'clear-old-arrivals': { useCase: ClearOldArrivals, at: '53 * * * *' },
  'finish-arrivals': { useCase: FinishArrivals, at: '* * * * *' },
  'finish-spinner-resumptions': { useCase: FinishSpinnerResumptions, at: '* * * * *' },
  'finish-outdated-waits': { useCase: FinishOutdatedWaits, at: '* * * * *' },
  'index-records': { useCase: FillIndexes, at: '* * * * *', waitsOnce: true },
  'check-domains': { useCase: CheckDueDomains, at: '* * * * *' },
  'check-email-domains': { useCase: CheckDueEmailDomains, at: '*/5 * * * *' },
  'forget-heard': { useCase: DeleteOldInboundFacts, at: '29 * * * *' },
  'forget-rehearsals': { useCase: ForgetRehearsals, at: '*/10 * * * *' },
  'tell-of-pauses': { useCase: MailPauseNotices, at: '* * * * *' },
  'forget-events': { useCase: ForgetEvents, at: '11 * * * *' },
  'forget-attempts': { useCase: ForgetAttempts, at: '37 * * * *' },
  'tell-of-destinations': { useCase: MailDisabledNotices, at: '* * * * *' },
  'delete-organizations': { useCase: DeleteOrganizations, at: '* * * * *' },
  'fold-activity': { useCase: FoldActivity, at: '* * * * *' },
}

/** The times of all periodic tasks as crontab lines for graphile-worker. A failed task is retried once. */
export const crontab = Object.entries(periodicTasks)
  .map(([name, { at, waitsOnce }]) => {
    const key = waitsOnce ? `&jobKey=${name}&jobKeyMode=preserve_run_at` : ''
    return `${at} ${name} ?max=2${key}`
  })
  .join('\n')
