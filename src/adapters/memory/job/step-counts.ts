import { hasEnded } from '../../../domain/job/job.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-state.ts'
import type { StepCounts, StepStateCount } from '../../../domain/job/step-figures.ts'
import { audienceSize } from '../../../domain/spinner/audience.ts'
import type { MemoryStore, StoredJob } from '../store.ts'

type OfJob = Pick<StepCounts, 'byState' | 'entered'>

/** Returns the number of jobs, records and recipients by step of all jobs that run one version of a spinner. */
export function stepCounts(store: MemoryStore, version: number, jobs: readonly StoredJob[]): StepCounts {
  const ids = new Set(jobs.map(({ id }) => id))
  const of = jobs.map((job) => countsOfJob(store, job))
  const deleted = [...store.slices.values()].reduce(
    (sum, one) => sum + (ids.has(one.jobId) ? one.deleted : 0),
    0,
  )
  const records = jobs.reduce((sum, { audience }) => sum + audienceSize(audience), 0)
  return {
    version,
    jobs: jobs.length,
    open: jobs.filter(({ status }) => !hasEnded(status)).length,
    recipients: records - deleted,
    byState: of.flatMap(({ byState }) => byState),
    branches: [...store.splitBranches.values()]
      .filter(({ jobId }) => ids.has(jobId))
      .map(({ step, branch, recordIds, figures }) => ({
        step,
        branch,
        count: figures?.in ?? recordIds.size,
      })),
    entered: of.flatMap(({ entered }) => entered),
    retried: [...store.jobs.values()]
      .filter(({ retryOf }) => retryOf !== undefined && ids.has(retryOf))
      .flatMap((again) => countsOfJob(store, again).entered),
    estimated: false,
  }
}

/**
 * Returns a job's numbers of recipients by step and state. Once the recipients were deleted, returns the
 * numbers that were stored before.
 */
export function countsOfJob(store: MemoryStore, { id, status, retryOf }: StoredJob): OfJob {
  const cleared = store.countsOfCleared.get(id)
  if (cleared !== undefined) return cleared
  const byState: StepStateCount[] = []
  const entered: { step: number; count: number }[] = []
  for (const slice of store.slices.values()) {
    if (slice.jobId !== id) continue
    for (const { step, state, reason, cameIn } of slice.recipients.values()) {
      if (reason === 'RETURNED') continue
      const isGone = status === 'cancelled' && isUnfinished(state)
      byState.push(
        isGone
          ? { step, state: 'cancelled', code: 'JOB_CANCELLED', count: 1 }
          : { step, state, code: reason, count: 1 },
      )
      if (retryOf !== undefined) entered.push({ step: cameIn ?? 0, count: 1 })
    }
  }
  return { byState, entered }
}
