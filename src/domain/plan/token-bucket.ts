/**
 * So many seconds' worth may come at once: a CRM that sends a list of contacts in one go is no flood, and what is
 * refused with 429 some senders never send again.
 */
const burstSeconds = 10

/** How fast something may come: a token for each request, and tokens come back at an even pace. */
export class TokenBucket {
  #perSecond: number
  #tokens: number
  #filledAt: number

  /** Full to begin with. `now` is in seconds, of any clock that does not go back. */
  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond * burstSeconds
    this.#filledAt = now
  }

  get capacity(): number {
    return this.#perSecond * burstSeconds
  }

  /** Another pace from now on. What was taken stays taken. */
  changePace(perSecond: number, now: number): void {
    if (perSecond === this.#perSecond) return
    const taken = this.capacity - this.#filled(now)
    this.#perSecond = perSecond
    this.#tokens = Math.max(0, this.capacity - taken)
  }

  /** Whole tokens that are left; less than none where some are owed. */
  left(now: number): number {
    return Math.floor(this.#filled(now))
  }

  take(now: number, tokens: number): void {
    const filled = this.#filled(now)
    this.#tokens = Math.max(Math.min(0, filled), filled - tokens)
  }

  /** What was taken elsewhere, of which nobody knew here: it is owed, up to a whole bucket. */
  owe(now: number, tokens: number): void {
    this.#tokens = Math.max(-this.capacity, this.#filled(now) - tokens)
  }

  /** Until one is left. */
  secondsToNext(now: number): number {
    return Math.max(0, (1 - this.#filled(now)) / this.#perSecond)
  }

  secondsToFull(now: number): number {
    return (this.capacity - this.#filled(now)) / this.#perSecond
  }

  #filled(now: number): number {
    this.#tokens = Math.min(this.capacity, this.#tokens + (now - this.#filledAt) * this.#perSecond)
    this.#filledAt = now
    return this.#tokens
  }
}
