/** `KeyedTurns` runs the works of each key one after another, and those of different keys at the same time. */
export class KeyedTurns {
  readonly #latest = new Map<string, Promise<void>>()

  async run(key: string, work: () => Promise<void>): Promise<void> {
    const running = (this.#latest.get(key) ?? Promise.resolve()).then(work)
    const ended = running.catch(() => {})
    this.#latest.set(key, ended)
    await ended
    if (this.#latest.get(key) === ended) this.#latest.delete(key)
    await running
  }
}
