import { EndedJobs } from '../../../ports/job/ended-jobs.ts'
import type { MemoryStore } from '../store.ts'
import { countedReasons, countedReturned, settledCounts } from './job-queries.ts'
import { keepArms } from './slices/step-waits.ts'
import { countsOfJob } from './step-counts.ts'

export class MemoryEndedJobs extends EndedJobs {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async clear(before: Date): Promise<boolean> {
    const { jobs, slices, outbox, countsOfCleared } = this.#store
    const job = [...jobs.values()].find(
      ({ id, finishedAt }) => finishedAt !== null && finishedAt < before && !countsOfCleared.has(id),
    )
    if (job === undefined) return false
    const counted = {
      ...settledCounts(this.#store, job.id),
      reasons: countedReasons(this.#store, job.id),
      returned: countedReturned(this.#store, job),
      ...countsOfJob(this.#store, job),
    }
    keepArms(this.#store, job.id)
    countsOfCleared.set(job.id, counted)
    for (const [slot, slice] of slices) if (slice.jobId === job.id) slices.delete(slot)
    outbox.splice(0, outbox.length, ...outbox.filter(({ jobId }) => jobId !== job.id))
    return true
  }
}
