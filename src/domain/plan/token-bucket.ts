/**
 * The capacity of a full token bucket, as seconds of requests at the permitted rate. A CRM that sends a list of
 * contacts at once is no attack. Some sources never retry a request that was refused with 429.
 */
const burstSeconds = 10

/** Limits the rate of requests. Each request takes one token, and tokens are refilled at a constant rate. */
export class TokenBucket {
  #perSecond: number
  #tokens: number
  #filledAt: number

  /** Creates a full bucket. `now` is in seconds, from any clock that does not go back. */
  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond * burstSeconds
    this.#filledAt = now
  }

  get capacity(): number {
    return this.#perSecond * burstSeconds
  }

  /**
   * Changes the permitted rate (tokens refilled per second). The number of tokens that are already taken stays
   * the same.
   */
  changePace(perSecond: number, now: number): void {
    if (perSecond === this.#perSecond) return
    const taken = this.capacity - this.#filled(now)
    this.#perSecond = perSecond
    this.#tokens = Math.max(0, this.capacity - taken)
  }

  /** Returns the number of whole tokens in the bucket; negative if the bucket owes tokens. */
  left(now: number): number {
    return Math.floor(this.#filled(now))
  }

  take(now: number, tokens: number): void {
    const filled = this.#filled(now)
    this.#tokens = Math.max(Math.min(0, filled), filled - tokens)
  }

  /**
   * Subtracts the tokens of requests that other processes at the same port admitted. The bucket may then owe
   * tokens, at most its capacity.
   */
  owe(now: number, tokens: number): void {
    this.#tokens = Math.max(-this.capacity, this.#filled(now) - tokens)
  }

  /** Returns the seconds until one token is available, after which the next request is admitted. */
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
