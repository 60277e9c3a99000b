interface InProgress<Result> {
  readonly running: Promise<Result>
  next: Promise<Result> | null
}

/**
 * `SharedReads` shares one read among all callers that request the same key at once. A caller that comes
 * while a read is running waits for the next read, because the running one may miss what was just committed.
 */
export class SharedReads<Result> {
  readonly #reads = new Map<string, InProgress<Result>>()

  read(key: string, look: () => Promise<Result>): Promise<Result> {
    const way = this.#reads.get(key)
    if (way === undefined) return this.#begin(key, look)
    way.next ??= way.running.then(ignore, ignore).then(() => this.#begin(key, look))
    return way.next
  }

  #begin(key: string, look: () => Promise<Result>): Promise<Result> {
    const way: InProgress<Result> = { running: look(), next: null }
    this.#reads.set(key, way)
    const ended = () => {
      if (way.next === null) this.#reads.delete(key)
    }
    way.running.then(ended, ended)
    return way.running
  }
}

function ignore(): void {}
