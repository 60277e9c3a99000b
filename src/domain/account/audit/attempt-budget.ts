/** Of all processes that serve one port. */
const mostInWindow = 1_000
const windowMs = 15 * 60 * 1000

/**
 * How many attempts of strangers one process notes. Each client address has its own share of attempts already, but
 * an attacker may have as many addresses as they like. 1,000 in a quarter of an hour are 96,000 entries a day, which
 * measure 340 bytes with their indexes, and twice that with the longest address and request id: 65 MB. The account
 * that is tried makes no difference, or the time of an answer would tell whether there is one.
 */
export class AttemptBudget {
  readonly #most: number
  #from = Number.NEGATIVE_INFINITY
  #spent = 0

  /** Each of several processes has an equal share. */
  constructor(processes = 1) {
    this.#most = Math.ceil(mostInWindow / processes)
  }

  /** `full` is said once in a window, of the first attempt that is not noted. */
  spend(now: Date): 'noted' | 'full' | 'omitted' {
    if (now.getTime() >= this.#from + windowMs) {
      this.#from = now.getTime()
      this.#spent = 0
    }
    this.#spent++
    if (this.#spent <= this.#most) return 'noted'
    return this.#spent === this.#most + 1 ? 'full' : 'omitted'
  }

  /** When attempts are noted again. */
  get until(): Date {
    return new Date(this.#from + windowMs)
  }
}
