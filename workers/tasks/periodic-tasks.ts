import type { Container, ServiceIdentifier } from 'inversify'
import { RecordQueries } from '../../src/ports/table/records.ts'
import { DeleteOrganizations } from '../../src/use-cases/account/deletion/delete-organizations.ts'
import { FoldActivity } from '../../src/use-cases/account/fold-activity.ts'
import { CheckDueEmailDomains } from '../../src/use-cases/account/organization-sign-in/check-due-email-domains.ts'
import { ClearOldArrivals } from '../../src/use-cases/arrival/clear-old-arrivals.ts'
import { FinishArrivals } from '../../src/use-cases/arrival/finish-arrivals.ts'
import { ForgetIdempotencyKeys } from '../../src/use-cases/arrival/forget-idempotency-keys.ts'
import { ClearBin } from '../../src/use-cases/bin/clear-bin.ts'
import { MailDisabledNotices } from '../../src/use-cases/event/destinations/mail-disabled-notices.ts'
import { EventMaintenance } from '../../src/use-cases/event/event-maintenance.ts'
import { ClearEndedJobs } from '../../src/use-cases/job/clear-ended-jobs.ts'
import { SpinnerPauses } from '../../src/use-cases/job/pause/spinner-pauses.ts'
import { ForgetRehearsals } from '../../src/use-cases/job/rehearsal/forget-rehearsals.ts'
import { FinishOutdatedWaits } from '../../src/use-cases/job/waits/finish-outdated-waits.ts'
import { DeleteOldInboundFacts } from '../../src/use-cases/sender/inbound/delete-old-inbound-facts.ts'
import { MailPauseNotices } from '../../src/use-cases/sender/pacing/mail-pause-notices.ts'
import { SenderDomains } from '../../src/use-cases/sender/sender-domains.ts'
import { Records } from '../../src/use-cases/table/records/records.ts'

/** A task that the runtime performs at fixed times, such as deleting old data. */
interface PeriodicTask {
  /** Returns the function that performs the task with the services of a container. */
  readonly in: (container: Container) => (signal: AbortSignal) => Promise<unknown>
  /** The times of the periodic task in UTC, in crontab format. */
  readonly at: string
  /**
   * Whether the queue holds at most one entry of the periodic task. The task's name is then the key of the
   * entry.
   */
  readonly waitsOnce?: true
}

/** Returns the periodic task that calls a method of a service. */
function task<Verb extends string>(
  service: ServiceIdentifier<Readonly<Record<Verb, (signal: AbortSignal) => Promise<unknown>>>>,
  verb: Verb,
  at: string,
): PeriodicTask {
  return {
    in: (container) => {
      const bound = container.get(service)
      return (signal) => bound[verb](signal)
    },
    at,
  }
}

/** The periodic tasks of the runtime, by the names of their queue entries. */
export const periodicTasks: Readonly<Record<string, PeriodicTask>> = {
  'forget-idempotency-keys': task(ForgetIdempotencyKeys, 'execute', '17 * * * *'),
  'clear-ended-jobs': task(ClearEndedJobs, 'execute', '41 * * * *'),
  'clear-bin': task(ClearBin, 'execute', '*/5 * * * *'),
  'clear-left-records': task(Records, 'clearLeft', '*/5 * * * *'),
  'clear-old-arrivals': task(ClearOldArrivals, 'execute', '53 * * * *'),
  'finish-arrivals': task(FinishArrivals, 'execute', '* * * * *'),
  'finish-spinner-resumptions': task(SpinnerPauses, 'finishResumptions', '* * * * *'),
  'finish-outdated-waits': task(FinishOutdatedWaits, 'execute', '* * * * *'),
  'index-records': { ...task(RecordQueries, 'fillIndexes', '* * * * *'), waitsOnce: true },
  'check-domains': task(SenderDomains, 'checkDue', '* * * * *'),
  'check-email-domains': task(CheckDueEmailDomains, 'execute', '*/5 * * * *'),
  'forget-heard': task(DeleteOldInboundFacts, 'execute', '29 * * * *'),
  'forget-rehearsals': task(ForgetRehearsals, 'execute', '*/10 * * * *'),
  'tell-of-pauses': task(MailPauseNotices, 'execute', '* * * * *'),
  'forget-events': task(EventMaintenance, 'deleteOldEvents', '11 * * * *'),
  'forget-attempts': task(EventMaintenance, 'deleteOldAttempts', '37 * * * *'),
  'tell-of-destinations': task(MailDisabledNotices, 'execute', '* * * * *'),
  'delete-organizations': task(DeleteOrganizations, 'execute', '* * * * *'),
  'fold-activity': task(FoldActivity, 'execute', '* * * * *'),
}

/** The times of all periodic tasks as crontab lines for graphile-worker. A failed task is retried once. */
export const crontab = Object.entries(periodicTasks)
  .map(([name, { at, waitsOnce }]) => {
    const key = waitsOnce ? `&jobKey=${name}&jobKeyMode=preserve_run_at` : ''
    return `${at} ${name} ?max=2${key}`
  })
  .join('\n')
