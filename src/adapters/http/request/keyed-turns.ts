import { setTimeout } from 'node:timers/promises'

/** The longest turn in milliseconds. A work that takes longer, such as a call of a provider, lets the next one begin. */
const maxTurnMs = 100

/**
 * `KeyedTurns` runs the works of each key one after another, and those of different keys at the same time. A turn ends
 * with its work, or after 100 ms.
 */
export class KeyedTurns {
  readonly #latest = new Map<string, Promise<unknown>>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#latest.get(key) ?? Promise.resolve()
    const running = before.then(work)
    const ended = before.then(() => endOfTurn(running))
    this.#latest.set(key, ended)
    void this.#forgetAfter(key, ended)
    return running
  }

  async #forgetAfter(key: string, ended: Promise<unknown>): Promise<void> {
    await ended
    if (this.#latest.get(key) === ended) this.#latest.delete(key)
  }
}

async function endOfTurn(work: Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const ended = work.catch(() => {})
  await Promise.race([ended, setTimeout(maxTurnMs, undefined, { signal: stop.signal }).catch(() => {})])
  stop.abort()
}
