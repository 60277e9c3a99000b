import type { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../../src/adapters/postgres/job/slices.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { PersonDigests } from '../../../src/ports/person/contact-rules.ts'
import type { Sealing } from '../../../src/ports/sealing.ts'
import type { Moments } from '../model/moments.ts'

/**
 * `MarkingSlices` notes the numbers of the run's events at which a simulated process marked messages as being
 * sent. A marked message is sent, even if its job is paused or cancelled before the receiver has it.
 */
export class MarkingSlices extends PostgresSlices {
  readonly #moments: Moments
  readonly #marked = new Map<string, number>()
  #last = 0

  constructor(
    moments: Moments,
    ...parts: readonly [database: Database, clock: Clock, sealing: Sealing, digests: PersonDigests]
  ) {
    super(...parts)
    this.#moments = moments
  }

  override async settleAndMark(
    ...order: Parameters<PostgresSlices['settleAndMark']>
  ): ReturnType<PostgresSlices['settleAndMark']> {
    const marked = await super.settleAndMark(...order)
    this.#last = this.#moments.next()
    this.#marked.set(order[0].jobId, this.#last)
    return marked
  }

  /**
   * Returns the number of the event at which this simulated process last marked messages of a job; of any job
   * if `jobId` is null, for a message that does not name its job.
   */
  markedAt(jobId: string | null): number {
    return jobId === null ? this.#last : (this.#marked.get(jobId) ?? this.#last)
  }
}
