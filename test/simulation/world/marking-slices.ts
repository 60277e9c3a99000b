import type { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../../src/adapters/postgres/job/slices.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { PersonDigests } from '../../../src/ports/person/contact-rules.ts'
import type { Sealing } from '../../../src/ports/sealing.ts'
import type { RunTime, StoredSteps } from '../model/path/stored-steps.ts'
import { VirtualClock } from '../run/virtual-clock.ts'

/**
 * `MarkingSlices` notes the numbers of the run's events at which a simulated process marked messages as being
 * sent, and the outcomes that it stored. A marked message is sent, even if its job is paused or cancelled before the
 * receiver has it.
 */
export class MarkingSlices extends PostgresSlices {
  readonly #steps: StoredSteps
  readonly #clock: Clock
  readonly #leased = new WeakMap<LeasedSlice, RunTime>()
  readonly #marked = new Map<string, number>()
  #last = 0

  constructor(
    steps: StoredSteps,
    ...parts: readonly [database: Database, clock: Clock, sealing: Sealing, digests: PersonDigests]
  ) {
    super(...parts)
    this.#steps = steps
    this.#clock = parts[1]
  }

  override take(...order: Parameters<PostgresSlices['take']>): ReturnType<PostgresSlices['take']> {
    return this.#leasing(() => super.take(...order))
  }

  override takeNext(
    ...order: Parameters<PostgresSlices['takeNext']>
  ): ReturnType<PostgresSlices['takeNext']> {
    return this.#leasing(() => super.takeNext(...order))
  }

  override beginWaits(
    ...order: Parameters<PostgresSlices['beginWaits']>
  ): ReturnType<PostgresSlices['beginWaits']> {
    const [{ jobId }, begun] = order
    const now = this.#now()
    for (const { recordId, step } of begun) this.#steps.beginWait(jobId, recordId, step, now)
    return super.beginWaits(...order)
  }

  override async settleAndMark(
    ...order: Parameters<PostgresSlices['settleAndMark']>
  ): ReturnType<PostgresSlices['settleAndMark']> {
    const [slice, , settled] = order
    const writing = this.#now()
    const marked = await super.settleAndMark(...order).catch((error: unknown) => {
      for (const { recordId } of settled) this.#steps.inDoubt.add(`${slice.jobId} ${recordId}`)
      throw error
    })
    this.#note(order, writing)
    this.#last = this.#steps.moments.next()
    this.#marked.set(slice.jobId, this.#last)
    return marked
  }

  /**
   * Returns the number of the event at which this simulated process last marked messages of a job; of any job
   * if `jobId` is null, for a message that does not name its job.
   */
  markedAt(jobId: string | null): number {
    return jobId === null ? this.#last : (this.#marked.get(jobId) ?? this.#last)
  }

  #note([slice, , settled, , rules]: Parameters<PostgresSlices['settleAndMark']>, writing: RunTime): void {
    const { jobId, organizationId, spinnerId, version, recipients } = slice
    const refs = new Map(recipients.map(({ recordId, data }) => [recordId, data?.['ref']]))
    const stored = this.#now()
    const leased = this.#leased.get(slice) ?? stored
    for (const { recordId, step, state, nextStep, branch, reason, delivery } of settled) {
      const ref = refs.get(recordId)
      this.#steps.add({
        jobId,
        organizationId,
        spinnerId,
        recordId,
        step,
        state,
        nextStep,
        reason,
        delivery,
        ...(branch === undefined ? {} : { branch }),
        ref: typeof ref === 'string' ? ref : null,
        steps: version.steps,
        leased,
        writing,
        stored,
        isAfterRestore: rules === 'claims',
      })
    }
  }

  async #leasing(lease: () => Promise<LeasedSlice | null>): Promise<LeasedSlice | null> {
    const before = this.#now()
    const slice = await lease()
    if (slice !== null) this.#leased.set(slice, before)
    return slice
  }

  #now(): RunTime {
    const elapsedMs = this.#clock instanceof VirtualClock ? this.#clock.elapsedMs : 0
    return { moment: this.#steps.moments.next(), at: this.#clock.now(), elapsedMs }
  }
}
