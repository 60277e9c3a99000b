/**
 * What waits, by who asked for it. They take turns, and have one thing done at a time: one with much to do
 * leaves room for the others.
 */
export class Turns<Item> {
  readonly #waiting = new Map<string, Item[]>()
  readonly #served = new Set<string>()

  add(asker: string, item: Item): void {
    const queue = this.#waiting.get(asker)
    if (queue === undefined) this.#waiting.set(asker, [item])
    else queue.push(item)
  }

  waitingFor(asker: string): number {
    return this.#waiting.get(asker)?.length ?? 0
  }

  /** Whether there is something for `next` to begin. */
  get isAnyDue(): boolean {
    return [...this.#waiting.keys()].some((asker) => !this.#served.has(asker))
  }

  /** Begins the next one; until `end` nothing else of the same asker is begun. */
  next(): Item | null {
    for (const [asker, queue] of this.#waiting) {
      if (this.#served.has(asker)) continue
      const item = queue.shift()
      this.#waiting.delete(asker)
      // To the end of the line.
      if (queue.length > 0) this.#waiting.set(asker, queue)
      if (item === undefined) continue
      this.#served.add(asker)
      return item
    }
    return null
  }

  end(asker: string): void {
    this.#served.delete(asker)
  }

  /** All that has not begun, which waits no more. */
  leave(): readonly Item[] {
    const left = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return left
  }
}
