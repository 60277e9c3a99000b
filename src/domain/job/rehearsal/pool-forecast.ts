import type { PoolUse } from '../sending/pool-use.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Messages of a pool are counted by periods of ten minutes, as in the SQL function `pool_use`. */
const periodMs = 10 * 60 * 1000

/** How many messages the pool of a sender lets leave from a time on. */
interface PoolTurn {
  /** The time of the first message, in milliseconds since 1970. */
  readonly at: number
  readonly count: number
  /** The milliseconds between two messages: 0 for messages that did not wait for the pool. */
  readonly spacing: number
}

/**
 * The messages of a pool of senders in a rehearsal's forecast. The pool follows the rule of `poolTimeAt`: at most as many
 * messages leave in any 24 hours as it allows, and messages that wait get times that spread its number over a day.
 */
export class PoolForecast {
  readonly #maxPerDay: number
  /** The numbers of messages by the beginning of their period. */
  readonly #sent = new Map<number, number>()
  /** The time before which the pool lets no message of the forecast leave. */
  #waitsUntil: number

  constructor({ maxPerDay, used, oldestExpiresAt, scheduledUntil }: PoolUse) {
    this.#maxPerDay = maxPerDay
    this.#waitsUntil = scheduledUntil.getTime()
    // Counts all earlier messages at the time of the oldest of them. The times of the messages that wait spread as well.
    if (oldestExpiresAt !== null) this.#sent.set(oldestExpiresAt.getTime() - dayMs - periodMs, used)
  }

  /** Returns true if the pool lets nothing leave before a time. */
  isClosedUntil(time: number): boolean {
    return this.#waitsUntil >= time
  }

  /** Returns the next messages that may leave, at `from` or later. */
  turnAt(from: number): PoolTurn {
    let at = Math.max(from, this.#waitsUntil)
    for (;;) {
      const since = periodOf(at) - dayMs
      let [used, oldest] = [0, Number.POSITIVE_INFINITY]
      for (const [period, count] of this.#sent) {
        // Keeps three days, because the days of senders in other time zones begin earlier or later.
        if (period < since - 2 * dayMs) this.#sent.delete(period)
        else if (period >= since) {
          used += count
          oldest = Math.min(oldest, period)
        }
      }
      const count = this.#maxPerDay - used
      if (count > 0) return { at, count, spacing: at > from ? Math.ceil(dayMs / this.#maxPerDay) : 0 }
      at = oldest + dayMs + periodMs
      this.#waitsUntil = at
    }
  }

  /** Counts messages that leave at equal intervals from a time on. */
  send({ at, count, spacing }: PoolTurn, isHeld: boolean): void {
    let [next, left] = [at, count]
    while (left > 0) {
      const period = periodOf(next)
      const inThisPeriod =
        spacing === 0 ? left : Math.min(left, Math.ceil((period + periodMs - next) / spacing))
      this.#sent.set(period, (this.#sent.get(period) ?? 0) + inThisPeriod)
      left -= inThisPeriod
      next += inThisPeriod * spacing
    }
    if (isHeld) this.#waitsUntil = Math.max(this.#waitsUntil, next)
  }
}

function periodOf(at: number): number {
  return Math.floor(at / periodMs) * periodMs
}
