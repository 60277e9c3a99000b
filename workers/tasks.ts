import type { Container, ServiceIdentifier } from 'inversify'
import Joi from 'joi'
import { SpinnerResultsStore } from '../src/ports/job/spinner-results.ts'
import { PeopleList } from '../src/ports/person/people-list.ts'
import { RecordStore } from '../src/ports/table/records.ts'
import { DeleteOrganizations } from '../src/use-cases/account/deletion/delete-organizations.ts'
import { FoldActivity } from '../src/use-cases/account/fold-activity.ts'
import { CheckDueEmailDomains } from '../src/use-cases/account/organization-sign-in/check-due-email-domains.ts'
import { ClearOldArrivals } from '../src/use-cases/arrival/clear-old-arrivals.ts'
import { FinishArrivals } from '../src/use-cases/arrival/finish-arrivals.ts'
import { ForgetIdempotencyKeys } from '../src/use-cases/arrival/forget-idempotency-keys.ts'
import { ClearBin } from '../src/use-cases/bin/clear-bin.ts'
import { MailDisabledNotices } from '../src/use-cases/event/destinations/mail-disabled-notices.ts'
import { EventMaintenance } from '../src/use-cases/event/event-maintenance.ts'
import { ClearEndedJobs } from '../src/use-cases/job/clear-ended-jobs.ts'
import { SpinnerPauses } from '../src/use-cases/job/pause/spinner-pauses.ts'
import { ActOnRecipients } from '../src/use-cases/job/recipients/act-on-recipients.ts'
import { StoredRehearsals } from '../src/use-cases/job/rehearsal/stored-rehearsals.ts'
import { TakeTurn } from '../src/use-cases/job/take-turn.ts'
import { FinishOutdatedWaits } from '../src/use-cases/job/waits/finish-outdated-waits.ts'
import { DeleteOldInboundFacts } from '../src/use-cases/sender/inbound/delete-old-inbound-facts.ts'
import { MailPauseNotices } from '../src/use-cases/sender/pacing/mail-pause-notices.ts'
import { SenderDomains } from '../src/use-cases/sender/sender-domains.ts'
import { Records } from '../src/use-cases/table/records/records.ts'
import { RunTestClock } from '../src/use-cases/test-mode/run-test-clock.ts'

/**
 * The function for one kind of queue entry of the runtime. It parses the entry's payload and calls one use
 * case. The signal aborts when the runtime stops, so that the task ends soon.
 */
export type Task = (payload: unknown, context: { readonly signal: AbortSignal }) => Promise<void>

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
function periodic<Verb extends string>(
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
  'forget-idempotency-keys': periodic(ForgetIdempotencyKeys, 'execute', '17 * * * *'),
  'clear-ended-jobs': periodic(ClearEndedJobs, 'execute', '41 * * * *'),
  'clear-bin': periodic(ClearBin, 'execute', '*/5 * * * *'),
  'clear-left-records': periodic(Records, 'clearLeft', '*/5 * * * *'),
  'clear-old-arrivals': periodic(ClearOldArrivals, 'execute', '53 * * * *'),
  'finish-arrivals': periodic(FinishArrivals, 'execute', '* * * * *'),
  'finish-spinner-resumptions': periodic(SpinnerPauses, 'finishResumptions', '* * * * *'),
  'finish-outdated-waits': periodic(FinishOutdatedWaits, 'execute', '* * * * *'),
  'finish-recipient-actions': periodic(ActOnRecipients, 'finishPending', '* * * * *'),
  'index-records': { ...periodic(RecordStore, 'fillIndexes', '* * * * *'), waitsOnce: true },
  'fill-people': { ...periodic(PeopleList, 'fill', '* * * * *'), waitsOnce: true },
  'check-domains': periodic(SenderDomains, 'checkDue', '* * * * *'),
  'check-email-domains': periodic(CheckDueEmailDomains, 'execute', '*/5 * * * *'),
  'forget-heard': periodic(DeleteOldInboundFacts, 'execute', '29 * * * *'),
  'forget-rehearsals': periodic(StoredRehearsals, 'deleteOld', '*/10 * * * *'),
  'tell-of-pauses': periodic(MailPauseNotices, 'execute', '* * * * *'),
  'forget-events': periodic(EventMaintenance, 'deleteOldEvents', '11 * * * *'),
  'forget-attempts': periodic(EventMaintenance, 'deleteOldAttempts', '37 * * * *'),
  'tell-of-destinations': periodic(MailDisabledNotices, 'execute', '* * * * *'),
  'delete-organizations': periodic(DeleteOrganizations, 'execute', '* * * * *'),
  'fold-activity': periodic(FoldActivity, 'execute', '* * * * *'),
  'count-results': periodic(SpinnerResultsStore, 'count', '* * * * *'),
}

/** The times of all periodic tasks as crontab lines for graphile-worker. A failed task is retried once. */
export const crontab = Object.entries(periodicTasks)
  .map(([name, { at, waitsOnce }]) => {
    const key = waitsOnce ? `&jobKey=${name}&jobKeyMode=preserve_run_at` : ''
    return `${at} ${name} ?max=2${key}`
  })
  .join('\n')

const turnForm = Joi.object<{ organizationId: string }>({ organizationId: Joi.string().guid().required() })
  .unknown()
  .required()

/** Returns the functions that process queue entries, by the names of the entries. */
export function createTasks(container: Container): Readonly<Record<string, Task>> {
  const [takeTurn, runTestClock] = [container.get(TakeTurn), container.get(RunTestClock)]
  const periodicRuns = Object.entries(periodicTasks).map(([name, task]): [string, Task] => {
    const run = task.in(container)
    return [name, async (_payload, { signal }) => void (await run(signal))]
  })
  return {
    ...Object.fromEntries(periodicRuns),
    'take-turn': async (payload, { signal }) => {
      const { organizationId }: { organizationId: string } = Joi.attempt(payload, turnForm)
      await takeTurn.execute({ organizationId, length: 'full', signal })
    },
    // A turn of a test organization, which also moves its test clock.
    'run-test-clock': async (payload, { signal }) => {
      const { organizationId }: { organizationId: string } = Joi.attempt(payload, turnForm)
      await runTestClock.execute({ organizationId, signal })
    },
  }
}
