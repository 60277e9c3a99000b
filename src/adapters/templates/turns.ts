/** What waits, by who asked for it: they take turns, so that one with much to do keeps the others waiting for one thing. */
export class Turns<Item> {
  readonly #waiting = new Map<string, Item[]>()

  add(asker: string, item: Item): void {
    const queue = this.#waiting.get(asker)
    if (queue === undefined) this.#waiting.set(asker, [item])
    else queue.push(item)
  }

  waitingFor(asker: string): number {
    return this.#waiting.get(asker)?.length ?? 0
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  next(): Item | null {
    for (const [asker, queue] of this.#waiting) {
      const item = queue.shift()
      this.#waiting.delete(asker)
      // To the end of the line.
      if (queue.length > 0) this.#waiting.set(asker, queue)
      if (item !== undefined) return item
    }
    return null
  }
}
