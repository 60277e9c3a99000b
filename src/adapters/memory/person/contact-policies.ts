import { hasEnded } from '../../../domain/job/job.ts'
import { type ContactPolicy, noContactPolicy, waitsForPolicy } from '../../../domain/person/contact-policy.ts'
import type { Clock } from '../../../ports/clock.ts'
import { ContactPolicies } from '../../../ports/person/contact-rules.ts'
import { withReview } from '../job/slices/reviewed-waits.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryContactPolicies extends ContactPolicies {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async of(organizationId: string): Promise<ContactPolicy> {
    return this.#store.contactPolicies.get(organizationId) ?? noContactPolicy
  }

  override async reviewWaits(organizationId: string): Promise<void> {
    const { jobs, slices } = this.#store
    const now = this.#clock.now()
    for (const [slot, slice] of slices) {
      const job = jobs.get(slice.jobId)
      if (job?.organizationId !== organizationId || hasEnded(job.status) || slice.closed) continue
      slices.set(slot, withReview(slice, waitsForPolicy, now))
    }
  }
}
