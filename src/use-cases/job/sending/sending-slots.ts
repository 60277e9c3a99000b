import type { Capacity } from '../../../domain/job/sending/capacity.ts'

/**
 * Sending slots for some messages, held from before the messages are marked until their outcomes are written.
 */
export interface HeldSlots {
  readonly count: number
  /**
   * Frees the slot of one message whose transmission has ended or will not begin. `sender` names the channel
   * if the slots belong to several senders.
   */
  sent(sender?: string): void
  /** Frees all slots, after the outcomes are stored or if the messages were not sent at all. */
  settled(): void
}

/** Sending slots of one channel. `keep` frees the slots beyond a number. */
export interface HeldChannelSlots extends HeldSlots {
  keep(count: number): void
}

/**
 * Limits the messages that all slices of a process send through a channel at once. A marked message is in
 * doubt after a crash, and is still sent if its job is cancelled a moment later. So no more messages are
 * marked than the channel sends at once. Before this limit, a `kill -9` with five connections left 200
 * messages in doubt. Messages of another slice may be marked while outcomes are being written, so up to twice
 * as many outcomes may be unwritten.
 */
export class SendingSlots {
  readonly #atOnce: number
  #sending = 0
  #unsettled = 0
  readonly #waiting: Set<Waiting> = new Set()

  constructor({ atOnce }: Capacity) {
    this.#atOnce = atOnce ?? Number.POSITIVE_INFINITY
  }

  /**
   * Takes all free slots, up to `most`. Returns null if no slot is free, or if another caller has waited
   * longer.
   */
  tryTake(most: number): HeldChannelSlots | null {
    const mustWait = most > 0 && (this.#waiting.size > 0 || this.#free() < 1)
    return mustWait ? null : this.#hold(most)
  }

  /** Takes slots like `tryTake`, but waits until a slot is free. Returns null if the signal aborts first. */
  async take(most: number, signal: AbortSignal): Promise<HeldChannelSlots | null> {
    return (
      this.tryTake(most) ??
      new Promise<HeldChannelSlots | null>((resolve) => {
        const waiting: Waiting = { most, serve: (held) => end(held) }
        const giveUp = () => end(null)
        const end = (held: HeldChannelSlots | null) => {
          this.#waiting.delete(waiting)
          signal.removeEventListener('abort', giveUp)
          resolve(held)
        }
        this.#waiting.add(waiting)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
      })
    )
  }

  #free(): number {
    return Math.min(this.#atOnce - this.#sending, 2 * this.#atOnce - this.#unsettled)
  }

  #hold(most: number): HeldChannelSlots {
    const count = Math.min(most, this.#free())
    let sending = count
    let unsettled = count
    this.#sending += count
    this.#unsettled += count
    const giveBack = (sent: number, settled: number) => {
      sending -= sent
      unsettled -= settled
      this.#sending -= sent
      this.#unsettled -= settled
      this.#serveNext()
    }
    return {
      count,
      sent: () => giveBack(Math.min(1, sending), 0),
      settled: () => giveBack(sending, unsettled),
      keep: (kept) => giveBack(Math.max(0, sending - kept), Math.max(0, unsettled - kept)),
    }
  }

  #serveNext(): void {
    for (const waiting of this.#waiting) {
      if (this.#free() < 1) return
      waiting.serve(this.#hold(waiting.most))
    }
  }
}

interface Waiting {
  readonly most: number
  serve(held: HeldChannelSlots): void
}
