interface UnderWay<Result> {
  readonly running: Promise<Result>
  next: Promise<Result> | null
}

/**
 * `SharedReads` shares one read among all callers that ask for the same key at once. A caller that asks while
 * a read is under way waits for the next read: the running one may miss what was committed before the caller
 * asked.
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
