import type { Capacity } from '../../../domain/job/sending/capacity.ts'

/**
 * Sending slots (each allows one message to be sent at a time) that are taken before messages are marked as
 * being sent. They are held until the outcomes are stored.
 */
export interface HeldSlots {
  readonly count: number
  /**
   * Frees the slot of one message, which was sent or will not be sent. `sender` is the id of its sender, if
   * the slots belong to several senders.
   */
  sent(sender?: string): void
  /**
   * Frees all sending slots, after the outcomes of the messages are stored, or because the messages were not
   * sent.
   */
  settled(): void
}

/** Sending slots of one channel. `keep` frees all slots beyond the given number. */
export interface HeldChannelSlots extends HeldSlots {
  keep(count: number): void
}

/**
 * Limits how many messages the slices of a process send through a channel at once. After a crash, every
 * marked message is in doubt, and cancelling a job does not stop it. So no more messages are marked than the
 * channel sends at once. Without this limit, a `kill -9` with five connections left 200 messages in doubt. While
 * outcomes are stored, other slices may already mark messages, so up to twice as many outcomes may be unwritten.
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
   * Takes up to `most` free sending slots of the channel. Returns null if no slot is free, or if another
   * caller already waits for one.
   */
  tryTake(most: number): HeldChannelSlots | null {
    const mustWait = most > 0 && (this.#waiting.size > 0 || this.#free() < 1)
    return mustWait ? null : this.#hold(most)
  }

  /**
   * Takes sending slots like `tryTake`, but waits until a slot is free. Returns null if the signal aborts
   * first.
   */
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
