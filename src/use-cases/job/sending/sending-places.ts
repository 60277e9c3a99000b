import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'

/** Places for some messages, from before they are marked until what became of them is written down. */
export interface HeldPlaces {
  readonly count: number
  /** One of the messages has left, or will not; where the places are several channels', by the sender that it is of. */
  sent(sender?: string): void
  /** All of them are written down, or were never marked. */
  settled(): void
}

/** Places of one channel, of which some may not be needed. */
export interface HeldOfChannel extends HeldPlaces {
  keep(count: number): void
}

/**
 * A message that is marked as being sent is in doubt after a crash, and goes out although its job was
 * cancelled a moment later. So no more are marked than the channel sends at once: with five connections and
 * chunks of fifty in four slices, a `kill -9` left 200 in doubt and 190 went out after a cancel. All slices
 * of a process share the places. Another slice may mark while the outcomes of the one before are being
 * written, so twice as many may be unwritten as are on their way.
 */
export class SendingPlaces {
  readonly #atOnce: number
  #sending = 0
  #unsettled = 0
  readonly #waiting: Set<Waiting> = new Set()

  constructor({ atOnce }: Capacity) {
    this.#atOnce = atOnce ?? Number.POSITIVE_INFINITY
  }

  /** As many as are free, up to `most`; null where there is none, or others have waited for longer. */
  tryTake(most: number): HeldOfChannel | null {
    const mustWait = most > 0 && (this.#waiting.size > 0 || this.#free() < 1)
    return mustWait ? null : this.#hold(most)
  }

  /** The same after waiting for at least one; null when the signal comes first. */
  async take(most: number, signal: AbortSignal): Promise<HeldOfChannel | null> {
    return (
      this.tryTake(most) ??
      new Promise<HeldOfChannel | null>((resolve) => {
        const waiting: Waiting = { most, serve: (held) => end(held) }
        const giveUp = () => end(null)
        const end = (held: HeldOfChannel | null) => {
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

  #hold(most: number): HeldOfChannel {
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
  serve(held: HeldOfChannel): void
}
