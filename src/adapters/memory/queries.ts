import { countsOf, type JobView, type SettledCounts } from '../../domain/job/job.ts'
import type { KeyHolder } from '../../domain/organization/api-key.ts'
import { sizeOf } from '../../domain/spinner/audience.ts'
import type { MeterName, MeterReading } from '../../domain/usage/meter.ts'
import { CredentialQueries } from '../../ports/credential-queries.ts'
import { JobQueries } from '../../ports/job-queries.ts'
import { MeterQueries } from '../../ports/meter-queries.ts'
import { Readiness } from '../../ports/readiness.ts'
import type { MemoryStore } from './store.ts'
import { holderOf, readMeter } from './transaction.ts'

export class MemoryCredentialQueries extends CredentialQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async keyHolder(digest: string): Promise<KeyHolder | null> {
    const key = this.#store.keyByDigest(digest)
    return key === undefined ? null : holderOf(this.#store, key)
  }

  override async ingestTokenExists(digest: string): Promise<boolean> {
    return this.#store.tableByToken(digest) !== undefined
  }
}

export class MemoryMeterQueries extends MeterQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async read(
    organizationId: string,
    meter: MeterName,
    period: string,
  ): Promise<MeterReading | null> {
    return this.#store.organizations.has(organizationId)
      ? readMeter(this.#store, organizationId, meter, period)
      : null
  }
}

export class MemoryJobQueries extends JobQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async find(organizationId: string, jobId: string): Promise<JobView | null> {
    const job = this.#store.jobs.get(jobId.toLowerCase())
    if (job?.organizationId !== organizationId) return null
    const { audience, ...view } = job
    return { ...view, counts: countsOf(sizeOf(audience), this.#settled(job.id)), error: null }
  }

  #settled(jobId: string): SettledCounts {
    const counts = { waiting: 0, done: 0, skipped: 0, failed: 0, unconfirmed: 0, deleted: 0 }
    for (const slice of this.#store.slices.values()) {
      if (slice.jobId !== jobId) continue
      counts.deleted += slice.deleted
      for (const { state } of slice.recipients.values()) if (state !== 'pending') counts[state]++
    }
    return counts
  }
}

export class MemoryReadiness extends Readiness {
  override async missing(): Promise<string | null> {
    return null
  }
}
