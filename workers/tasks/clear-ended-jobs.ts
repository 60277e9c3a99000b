import type { ClearEndedJobs } from '../../src/use-cases/job/clear-ended-jobs.ts'
import type { Task } from './task.ts'

export function clearEndedJobsTask(clearEndedJobs: ClearEndedJobs): Task {
  return async (_payload, { signal }) => {
    await clearEndedJobs.execute(signal)
  }
}
