import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Pace } from '../../ports/job/pace.ts'
import { LeaseLost, type Slices } from '../../ports/job/slices.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { StepRunners } from '../spinner/steps/step-runners.ts'
import { SliceRun, type SliceTools } from './slice-run.ts'

export class AdvanceJobOptions {
  /** Messages that a slice prepares and sends at once, where its channel takes as many. */
  readonly sendConcurrency: number
  readonly leaseSeconds: number

  constructor({ sendConcurrency, leaseSeconds }: AdvanceJobOptions) {
    this.sendConcurrency = sendConcurrency
    this.leaseSeconds = leaseSeconds
  }
}

export interface AdvanceJobCommand {
  readonly jobId: string
  /** Asks to stop soon: the chunk under way is finished and the lease given back. */
  readonly signal: AbortSignal
}

/** A large job must not keep the small ones of others waiting until it is done. */
const slicesPerTurn = 4

/**
 * Works on a job's due slices until none is left. May run for one job in several runtimes at once:
 * leases keep them apart.
 */
export class AdvanceJob {
  readonly #slices: Slices
  readonly #wakeups: Wakeups
  readonly #ids: Ids
  readonly #options: AdvanceJobOptions
  readonly #tools: SliceTools

  constructor(
    slices: Slices,
    wakeups: Wakeups,
    runners: StepRunners,
    ids: Ids,
    metrics: Metrics,
    pace: Pace,
    options: AdvanceJobOptions,
  ) {
    this.#slices = slices
    this.#wakeups = wakeups
    this.#ids = ids
    this.#options = options
    this.#tools = { slices, runners, metrics, pace, places: new WeakMap(), chunk: options.sendConcurrency }
  }

  async execute({ jobId, signal }: AdvanceJobCommand): Promise<void> {
    for (let turns = 0; turns < slicesPerTurn && !signal.aborted; turns++) {
      const lease = { holder: this.#ids.next(), seconds: this.#options.leaseSeconds }
      const slice = await this.#slices.take(jobId, lease)
      if (slice === null) return
      // Any free runtime takes the next slice, and wakes another in turn. One such wake-up waits at a time, so
      // that a large job takes every hand that is free and none that another job needs.
      const asking = slice.more && turns === 0 ? this.#wakeups.remind([jobId]) : null
      // Not Promise.all(), which would abandon messages on their way when the wake-up could not be written.
      for (const done of await Promise.allSettled([this.#work(slice, lease, signal), asking]))
        if (done.status === 'rejected') throw done.reason
    }
    // To the end of the queue: other jobs have waited meanwhile.
    await this.#wakeups.remind([jobId])
  }

  async #work(slice: LeasedSlice, lease: Lease, signal: AbortSignal): Promise<void> {
    try {
      await new SliceRun(this.#tools, slice, lease, signal).execute().catch(async (error: unknown) => {
        // Others need not wait for the lease to run out.
        if (!(error instanceof LeaseLost)) await this.#slices.release(slice, lease)
        throw error
      })
      const seconds = await this.#slices.release(slice, lease)
      if (seconds !== null && seconds > 0) await this.#wakeups.wake([slice.jobId], seconds)
    } catch (error) {
      // The runtime that holds the lease now decides about these recipients.
      if (!(error instanceof LeaseLost)) throw error
    }
  }
}
