/** Time in ms between two checks of a service that does not answer. */
const checkEveryMs = 1_000
/** Time in ms after which a check without an answer shows that the service is away. The check continues. */
const slowMs = 600
/** Time in ms after which a check is given up, so that the next one begins. */
const giveUpMs = 10_000

/** Knows whether the service answers. It is checked after each request without an answer until it answers. */
class ServiceReach {
  #isAway = false
  #isChecking = false
  readonly #listeners = new Set<() => void>()

  readonly isAway = (): boolean => this.#isAway

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks whether the service answers, because a request got no answer. */
  check(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    void this.#checkUntilItAnswers()
  }

  async #checkUntilItAnswers(): Promise<void> {
    for (;;) {
      const slow = setTimeout(() => this.#set(true), slowMs)
      const answers = await doesAnswer()
      clearTimeout(slow)
      this.#set(!answers)
      if (answers) break
      await new Promise((done) => setTimeout(done, checkEveryMs))
    }
    this.#isChecking = false
  }

  #set(isAway: boolean): void {
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    for (const listener of this.#listeners) listener()
  }
}

/** Returns true if the service itself answers, even with a refusal, and not a proxy in front of it. */
async function doesAnswer(): Promise<boolean> {
  try {
    const { status, headers } = await fetch('/api/v1/auth/session', {
      signal: AbortSignal.timeout(giveUpMs),
    })
    return status < 500 || headers.get('Content-Type')?.includes('json') === true
  } catch {
    return false
  }
}

export const serviceReach = new ServiceReach()
