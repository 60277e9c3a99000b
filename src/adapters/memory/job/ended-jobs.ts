import { EndedJobs } from '../../../ports/job/ended-jobs.ts'
import type { MemoryStore } from '../store.ts'
import { settledCounts } from './job-queries.ts'

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
    countsOfCleared.set(job.id, settledCounts(this.#store, job.id))
    for (const [slot, slice] of slices) if (slice.jobId === job.id) slices.delete(slot)
    outbox.splice(0, outbox.length, ...outbox.filter(({ jobId }) => jobId !== job.id))
    return true
  }
}
