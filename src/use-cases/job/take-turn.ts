import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import { slicesPerTurn, type TurnLength } from '../../domain/job/turn.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Pace } from '../../ports/job/pace.ts'
import { LeaseLost, type Slices } from '../../ports/job/slices.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { StepRunners } from '../spinner/steps/step-runners.ts'
import type { SendingPorts } from './sending/sending-ports.ts'
import { SliceRun, type SliceTools } from './slice-run.ts'

export class TakeTurnOptions {
  /** The number of messages that a slice prepares and sends at once, if its channel takes as many. */
  readonly sendConcurrency: number
  readonly leaseSeconds: number

  constructor({ sendConcurrency, leaseSeconds }: TakeTurnOptions) {
    this.sendConcurrency = sendConcurrency
    this.leaseSeconds = leaseSeconds
  }
}

interface OrganizationTurn {
  readonly organizationId: string
  readonly length: TurnLength
}

/** The turn that the previous version requests; it is worth a short turn. */
interface JobTurn {
  readonly jobId: string
}

export type TakeTurnCommand = (OrganizationTurn | JobTurn) & {
  /** Asks to stop soon: the current chunk is finished and the lease released. */
  readonly signal: AbortSignal
}

/**
 * Processes the due slices of an organization one after the other, until none is left or the turn is over.
 * Several runtimes may work for one organization, or on one job, at the same time: leases keep them apart.
 */
export class TakeTurn {
  readonly #slices: Slices
  readonly #wakeups: Wakeups
  readonly #ids: Ids
  readonly #options: TakeTurnOptions
  readonly #tools: SliceTools

  constructor(
    slices: Slices,
    wakeups: Wakeups,
    runners: StepRunners,
    sending: SendingPorts,
    ids: Ids,
    metrics: Metrics,
    pace: Pace,
    options: TakeTurnOptions,
  ) {
    this.#slices = slices
    this.#wakeups = wakeups
    this.#ids = ids
    this.#options = options
    this.#tools = {
      slices,
      runners,
      sending,
      metrics,
      pace,
      places: new WeakMap(),
      chunk: options.sendConcurrency,
    }
  }

  async execute({ signal, ...turn }: TakeTurnCommand): Promise<void> {
    const most = slicesPerTurn['length' in turn ? turn.length : 'short']
    const failed = new Map<string, unknown>()
    let organizationId = 'organizationId' in turn ? turn.organizationId : null
    let isAsked = false
    let isLeft = false
    for (let nth = 0; nth < most && !signal.aborted; nth++) {
      const lease = { holder: this.#ids.next(), seconds: this.#options.leaseSeconds }
      const slice = await this.#next(turn, nth, [...failed.keys()], lease)
      if (slice === null) break
      organizationId = slice.organizationId
      // Any free runtime takes the next turn and requests another one. So an organization that is alone gets
      // all runtimes. With others, their turns come in between, because its next turn goes to the end of the
      // queue.
      const asks = slice.more && !isAsked
      if (asks) isAsked = true
      const [worked, asking] = await Promise.allSettled([
        this.#work(slice, lease, signal),
        asks ? this.#wakeups.ask([organizationId]) : null,
      ])
      if (asking.status === 'rejected') throw asking.reason
      // A failed job must not delay the other jobs of its organization.
      if (worked.status === 'rejected') failed.set(slice.jobId, worked.reason)
      else isLeft ||= worked.value
    }
    for (const fault of failed.values()) throw fault
    if (organizationId !== null && (isLeft || signal.aborted) && !isAsked)
      await this.#wakeups.ask([organizationId])
  }

  #next(
    turn: OrganizationTurn | JobTurn,
    nth: number,
    without: readonly string[],
    lease: Lease,
  ): Promise<LeasedSlice | null> {
    if ('jobId' in turn) return this.#slices.take(turn.jobId, lease)
    return this.#slices.takeNext(turn.organizationId, { nth, without }, lease)
  }

  /** Processes a slice. Returns whether due recipients of it are left. */
  async #work(slice: LeasedSlice, lease: Lease, signal: AbortSignal): Promise<boolean> {
    try {
      await new SliceRun(this.#tools, slice, lease, signal).execute().catch(async (error: unknown) => {
        // Releases the lease, so that other runtimes need not wait for its end.
        if (!(error instanceof LeaseLost)) await this.#slices.release(slice, lease)
        throw error
      })
      return (await this.#slices.release(slice, lease)) === 0
    } catch (error) {
      // The lease was lost. The runtime that holds it now decides about these recipients.
      if (error instanceof LeaseLost) return false
      throw error
    }
  }
}
