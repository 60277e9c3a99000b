/**
 * The highest number of strangers' attempts, such as failed sign-ins, that the audit log stores in 15 minutes.
 * All processes at the same port share it.
 */
const mostInWindow = 1_000
const windowMs = 15 * 60 * 1000

/**
 * Limits how many attempts of strangers one process notes in the audit log. Each client address has its own
 * limit already, but an attacker may have any number of addresses. 1,000 attempts in 15 minutes are 96,000
 * entries a day. An entry takes 340 bytes with its indexes, and twice as much with the longest address and
 * request id: 65 MB a day. The budget is the same for every account; otherwise the response time would reveal
 * whether an account exists.
 */
export class AttemptBudget {
  readonly #most: number
  #from = Number.NEGATIVE_INFINITY
  #spent = 0

  /** Creates the budget of one process: the limit divided by the number of processes at the same port. */
  constructor(processes = 1) {
    this.#most = Math.ceil(mostInWindow / processes)
  }

  /**
   * Counts an attempt of a stranger. Returns `noted` if the audit log must store the attempt. Beyond the limit
   * of 15 minutes, returns `full` for the first attempt and `omitted` for all later ones.
   */
  spend(now: Date): 'noted' | 'full' | 'omitted' {
    if (now.getTime() >= this.#from + windowMs) {
      this.#from = now.getTime()
      this.#spent = 0
    }
    this.#spent++
    if (this.#spent <= this.#most) return 'noted'
    return this.#spent === this.#most + 1 ? 'full' : 'omitted'
  }

  /**
   * The end of the present period of 15 minutes. After this time, the audit log stores attempts of strangers
   * again.
   */
  get until(): Date {
    return new Date(this.#from + windowMs)
  }
}
