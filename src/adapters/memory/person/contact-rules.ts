import { hasEnded } from '../../../domain/job/job.ts'
import { waitsForPolicy } from '../../../domain/person/contact-policy.ts'
import type { Clock } from '../../../ports/clock.ts'
import { ContactRules } from '../../../ports/person/contact-rules.ts'
import type { MemoryStore, StoredRecipient } from '../store.ts'

export class MemoryContactRules extends ContactRules {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async reviewWaits(organizationId: string): Promise<void> {
    const { jobs, slices } = this.#store
    const now = this.#clock.now()
    for (const [slot, slice] of slices) {
      const job = jobs.get(slice.jobId)
      if (job?.organizationId !== organizationId || hasEnded(job.status) || slice.closed) continue
      const recipients = new Map(
        [...slice.recipients].map(([id, one]) => [id, waitsForIt(one, now) ? { ...one, dueAt: now } : one]),
      )
      const isSooner = [...recipients].some(([id, one]) => one !== slice.recipients.get(id))
      if (isSooner) slices.set(slot, { ...slice, recipients, dueAt: slice.dueAt < now ? slice.dueAt : now })
    }
  }
}

function waitsForIt({ state, reason, dueAt }: StoredRecipient, now: Date): boolean {
  return state === 'waiting' && reason !== null && waitsForPolicy.includes(reason) && dueAt > now
}
