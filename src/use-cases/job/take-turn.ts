import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import { slicesPerTurn, type TurnLength } from '../../domain/job/turn.ts'
import type { Ids } from '../../ports/ids.ts'
import { LeaseLost } from '../../ports/job/slices.ts'
import type { Channels, OrganizationChannels } from '../../ports/sender/message/channels.ts'
import { SliceRun, type SliceTools } from './slice-run.ts'

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
  readonly #tools: SliceTools
  readonly #channels: Channels
  readonly #ids: Ids

  constructor(tools: SliceTools, channels: Channels, ids: Ids) {
    this.#tools = tools
    this.#channels = channels
    this.#ids = ids
  }

  async execute({ organizationId, length, signal }: TakeTurnCommand): Promise<void> {
    const most = slicesPerTurn[length]
    const failed = new Map<string, unknown>()
    let isRequested = false
    let isLeft = false
    const { timers, slices, options } = this.#tools
    const begunAt = timers.elapsedMs()
    // Chooses the channels of all messages before anything is leased, by whether this is a test organization. If the
    // database is away, the turn fails and is retried. A message that chose them would be put off for up to a minute.
    const channels = await this.#channels.of(organizationId)
    const isOver = () => signal.aborted || timers.elapsedMs() - begunAt >= turnMs
    for (let nth = 0; nth < most && !isOver(); nth++) {
      const lease = { holder: this.#ids.next(), seconds: options.leaseSeconds }
      const place = { nth, without: [...failed.keys()] }
      const slice = await slices.takeNext(organizationId, place, lease)
      if (slice === null) break
      // Requests the next turn at once, so that any free runtime can take it. It goes to the end of the
      // queue, behind the turns of other organizations.
      const asks = slice.more && !isRequested
      if (asks) isRequested = true
      const [worked, asking] = await Promise.allSettled([
        this.#work(channels, slice, lease, signal),
        asks ? this.requestTurn(organizationId) : null,
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
    if (signal.aborted || (isLeft && !isRequested)) await this.requestTurn(organizationId)
  }

  /** Adds a turn of the organization to the queue. */
  protected requestTurn(organizationId: string): Promise<void> {
    return this.#tools.slices.requestTurns([organizationId])
  }

  /**
   * Processes a slice under its lease, for `turnMs` or until the turn's signal aborts. Returns true if due recipients of
   * the slice are left.
   */
  async #work(
    channels: OrganizationChannels,
    slice: LeasedSlice,
    lease: Lease,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { slices, timers } = this.#tools
    // Avoids `AbortSignal.any`, which keeps memory for each call as long as the signal exists, and the signal of the
    // queue's turns is that of the runtime.
    const bounded = new AbortController()
    const end = () => bounded.abort()
    const cancelEnd = timers.after(turnMs, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    try {
      await new SliceRun(this.#tools, channels, slice, lease, bounded.signal)
        .execute()
        .catch(async (error: unknown) => {
          // Releases the lease of a slice after an error, so that another runtime can continue at once, and not
          // only when the lease ends.
          if (!(error instanceof LeaseLost)) await slices.release(slice, lease)
          throw error
        })
      return (await slices.release(slice, lease)) === 0
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
