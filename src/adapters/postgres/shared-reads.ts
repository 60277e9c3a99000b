interface UnderWay<Result> {
  readonly running: Promise<Result>
  next: Promise<Result> | null
}

/**
 * One look at the database for all who ask for the same at once. Whoever asks while a look is on its way waits for the
 * next one: it may have been too early for what was committed before they asked.
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
