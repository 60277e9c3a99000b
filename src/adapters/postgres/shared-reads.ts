interface UnderWay<Result> {
  readonly running: Promise<Result>
  next: Promise<Result> | null
}

/**
 * `SharedReads` shares one read among all callers that request the same key at once. A caller that comes
 * while a read is running waits for the next read, because the running one may miss what was just committed.
 */
export class SharedReads<Result> {
  readonly #underWay = new Map<string, UnderWay<Result>>()

  read(key: string, look: () => Promise<Result>): Promise<Result> {
    const one = this.#underWay.get(key)
    if (one === undefined) return this.#begin(key, look)
    one.next ??= one.running.then(ignore, ignore).then(() => this.#begin(key, look))
    return one.next
  }

  #begin(key: string, look: () => Promise<Result>): Promise<Result> {
    const one: UnderWay<Result> = { running: look(), next: null }
    this.#underWay.set(key, one)
    const ended = () => {
      if (one.next === null) this.#underWay.delete(key)
    }
    one.running.then(ended, ended)
    return one.running
  }
}

function ignore(): void {}
