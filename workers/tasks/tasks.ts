import type { Container } from 'inversify'
import { FoldActivity } from '../../src/use-cases/account/fold-activity.ts'
import { ClearOldArrivals } from '../../src/use-cases/arrival/clear-old-arrivals.ts'
import { FinishArrivals } from '../../src/use-cases/arrival/finish-arrivals.ts'
import { ForgetIdempotencyKeys } from '../../src/use-cases/arrival/forget-idempotency-keys.ts'
import { ClearEndedJobs } from '../../src/use-cases/job/clear-ended-jobs.ts'
import { ForgetRehearsals } from '../../src/use-cases/job/rehearsal/forget-rehearsals.ts'
import { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import { CheckDueDomains } from '../../src/use-cases/sender/check-due-domains.ts'
import { ForgetHeard } from '../../src/use-cases/sender/heard/forget-heard.ts'
import { TellOfPauses } from '../../src/use-cases/sender/pacing/tell-of-pauses.ts'
import { ClearLeftRecords } from '../../src/use-cases/table/clear-left-records.ts'
import { FillIndexes } from '../../src/use-cases/table/fill-indexes.ts'
import { RunTestClock } from '../../src/use-cases/test-mode/run-test-clock.ts'
import { advanceJobTask } from './advance-job.ts'
import { checkDomainsTask } from './check-domains.ts'
import { clearEndedJobsTask } from './clear-ended-jobs.ts'
import { clearLeftRecordsTask } from './clear-left-records.ts'
import { clearOldArrivalsTask } from './clear-old-arrivals.ts'
import { finishArrivalsTask } from './finish-arrivals.ts'
import { foldActivityTask } from './fold-activity.ts'
import { forgetHeardTask } from './forget-heard.ts'
import { forgetIdempotencyKeysTask } from './forget-idempotency-keys.ts'
import { forgetRehearsalsTask } from './forget-rehearsals.ts'
import { indexRecordsTask } from './index-records.ts'
import { runTestClockTask } from './run-test-clock.ts'
import { takeTurnTask } from './take-turn.ts'
import type { Task } from './task.ts'
import { tellOfPausesTask } from './tell-of-pauses.ts'

/** Every task by the name that its queue entries carry. */
export function createTasks(container: Container): Readonly<Record<string, Task>> {
  return {
    'advance-job': advanceJobTask(container.get(TakeTurn)),
    'check-domains': checkDomainsTask(container.get(CheckDueDomains)),
    'clear-ended-jobs': clearEndedJobsTask(container.get(ClearEndedJobs)),
    'clear-old-arrivals': clearOldArrivalsTask(container.get(ClearOldArrivals)),
    'finish-arrivals': finishArrivalsTask(container.get(FinishArrivals)),
    'clear-left-records': clearLeftRecordsTask(container.get(ClearLeftRecords)),
    'fold-activity': foldActivityTask(container.get(FoldActivity)),
    'forget-idempotency-keys': forgetIdempotencyKeysTask(container.get(ForgetIdempotencyKeys)),
    'forget-heard': forgetHeardTask(container.get(ForgetHeard)),
    'forget-rehearsals': forgetRehearsalsTask(container.get(ForgetRehearsals)),
    'index-records': indexRecordsTask(container.get(FillIndexes)),
    'run-test-clock': runTestClockTask(container.get(RunTestClock)),
    'tell-of-pauses': tellOfPausesTask(container.get(TellOfPauses)),
    'take-turn': takeTurnTask(container.get(TakeTurn)),
  }
}

/** What comes round by the clock (UTC). */
export const schedule = `
17 * * * * forget-idempotency-keys ?max=2
41 * * * * clear-ended-jobs ?max=2
*/5 * * * * clear-left-records ?max=2
53 * * * * clear-old-arrivals ?max=2
* * * * * finish-arrivals ?max=2
* * * * * index-records ?max=2&jobKey=index-records&jobKeyMode=preserve_run_at
* * * * * check-domains ?max=2
29 * * * * forget-heard ?max=2
*/10 * * * * forget-rehearsals ?max=2
* * * * * tell-of-pauses ?max=2
* * * * * fold-activity ?max=2
`
