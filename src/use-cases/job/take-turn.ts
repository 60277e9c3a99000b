import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import { slicesPerTurn, type TurnLength } from '../../domain/job/turn.ts'
import type { Ids } from '../../ports/ids.ts'
import { LeaseLost, type Slices } from '../../ports/job/slices.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { TestChannels } from '../../ports/sender/message/channels.ts'
import type { Pace, Timers } from '../../ports/timers.ts'
import type { StepRunners } from '../spinner/steps/step-runners.ts'
import type { SendingPorts } from './sending/sending-ports.ts'
import { SliceRun, type SliceTools } from './slice-run.ts'

export class TakeTurnOptions {
  /** The number of messages that a slice prepares and sends at once, unless its channel sends fewer. */
  readonly sendConcurrency: number
  readonly leaseSeconds: number

  constructor({ sendConcurrency, leaseSeconds }: TakeTurnOptions) {
    this.sendConcurrency = sendConcurrency
    this.leaseSeconds = leaseSeconds
  }
}

export interface TakeTurnCommand {
  readonly organizationId: string
  readonly length: TurnLength
  /**
   * Aborts when the runtime stops or needs the worker for another turn: the slice finishes its current chunk, its lease
   * is released, and the turn is requested again.
   */
  readonly signal: AbortSignal
}

/**
 * The longest time in milliseconds for which a turn begins slices, and the longest time of one slice, which then ends
 * at its next chunk. So a slow mail server or a long wait for sending slots leaves the worker to other organizations.
 */
const turnMs = 30_000

/**
 * Processes the due slices of an organization one after the other, until none is left or the turn is over.
 * Leases prevent two runtimes from processing the same slice.
 */
export class TakeTurn {
  readonly #slices: Slices
  readonly #wakeups: Wakeups
  readonly #ids: Ids
  readonly #options: TakeTurnOptions
  readonly #testChannels: TestChannels
  readonly #tools: SliceTools

  constructor(
    slices: Slices,
    wakeups: Wakeups,
    runners: StepRunners,
    sending: SendingPorts,
    testChannels: TestChannels,
    ids: Ids,
    metrics: Metrics,
    pace: Pace,
    timers: Timers,
    options: TakeTurnOptions,
  ) {
    this.#slices = slices
    this.#wakeups = wakeups
    this.#ids = ids
    this.#options = options
    this.#testChannels = testChannels
    this.#tools = {
      slices,
      runners,
      sending,
      metrics,
      pace,
      timers,
      slots: new WeakMap(),
      chunk: options.sendConcurrency,
    }
  }

  async execute({ organizationId, length, signal }: TakeTurnCommand): Promise<void> {
    const most = slicesPerTurn[length]
    const failed = new Map<string, unknown>()
    let isAsked = false
    let isLeft = false
    const begunAt = this.#tools.timers.elapsedMs()
    // Looks up whether this is a test organization before anything is leased; the answer is cached. If the database is
    // away, the turn fails and is retried. A message that looked it up would be put off for up to a minute.
    await this.#testChannels.of(organizationId)
    const isOver = () => signal.aborted || this.#tools.timers.elapsedMs() - begunAt >= turnMs
    for (let nth = 0; nth < most && !isOver(); nth++) {
      const lease = { holder: this.#ids.next(), seconds: this.#options.leaseSeconds }
      const place = { nth, without: [...failed.keys()] }
      const slice = await this.#slices.takeNext(organizationId, place, lease)
      if (slice === null) break
      // Requests the next turn at once, so that any free runtime can take it. It goes to the end of the
      // queue, behind the turns of other organizations.
      const asks = slice.more && !isAsked
      if (asks) isAsked = true
      const [worked, asking] = await Promise.allSettled([
        this.#work(slice, lease, signal),
        asks ? this.#wakeups.ask([organizationId]) : null,
      ])
      if (asking.status === 'rejected') throw asking.reason
      // Keeps the error of a failed slice for later, so that its job does not delay the other jobs of the
      // organization.
      if (worked.status === 'rejected') failed.set(slice.jobId, worked.reason)
      else isLeft ||= worked.value
    }
    for (const fault of failed.values()) throw fault
    // Requests the turn again after an early end, even if it was requested before: another runtime may have taken that
    // turn while this one had the lease.
    if (signal.aborted || (isLeft && !isAsked)) await this.#wakeups.ask([organizationId])
  }

  /**
   * Processes a slice under its lease, for `turnMs` or until the turn's signal aborts. Returns true if due recipients of
   * the slice are left.
   */
  async #work(slice: LeasedSlice, lease: Lease, signal: AbortSignal): Promise<boolean> {
    // Avoids `AbortSignal.any`, which keeps memory for each call as long as the signal exists, and the signal of the
    // queue's turns is that of the runtime.
    const bounded = new AbortController()
    const end = () => bounded.abort()
    const cancelEnd = this.#tools.timers.after(turnMs, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    try {
      await new SliceRun(this.#tools, slice, lease, bounded.signal)
        .execute()
        .catch(async (error: unknown) => {
          // Releases the lease of a slice after an error, so that another runtime can continue at once, and not
          // only when the lease ends.
          if (!(error instanceof LeaseLost)) await this.#slices.release(slice, lease)
          throw error
        })
      return (await this.#slices.release(slice, lease)) === 0
    } catch (error) {
      // Ends without an error after the lease on the slice was lost, because another runtime now processes its
      // recipients.
      if (error instanceof LeaseLost) return false
      throw error
    } finally {
      cancelEnd()
      signal.removeEventListener('abort', end)
    }
  }
}
