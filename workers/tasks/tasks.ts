import type { Container } from 'inversify'
import { ForgetIdempotencyKeys } from '../../src/use-cases/arrival/forget-idempotency-keys.ts'
import { AdvanceJob } from '../../src/use-cases/job/advance-job.ts'
import { ClearEndedJobs } from '../../src/use-cases/job/clear-ended-jobs.ts'
import { ClearLeftRecords } from '../../src/use-cases/table/clear-left-records.ts'
import { advanceJobTask } from './advance-job.ts'
import { clearEndedJobsTask } from './clear-ended-jobs.ts'
import { clearLeftRecordsTask } from './clear-left-records.ts'
import { forgetIdempotencyKeysTask } from './forget-idempotency-keys.ts'
import type { Task } from './task.ts'

/** Every task by the name that its queue entries carry. */
export function createTasks(container: Container): Readonly<Record<string, Task>> {
  return {
    'advance-job': advanceJobTask(container.get(AdvanceJob)),
    'clear-ended-jobs': clearEndedJobsTask(container.get(ClearEndedJobs)),
    'clear-left-records': clearLeftRecordsTask(container.get(ClearLeftRecords)),
    'forget-idempotency-keys': forgetIdempotencyKeysTask(container.get(ForgetIdempotencyKeys)),
  }
}

/** What comes round by the clock (UTC). */
export const schedule = `
17 * * * * forget-idempotency-keys ?max=2
41 * * * * clear-ended-jobs ?max=2
*/5 * * * * clear-left-records ?max=2
`
