/**
 * What waits, by who asked for it. They take turns, and have a few things done at a time: one with much to do
 * leaves room for the others.
 */
export class Turns<Item extends { readonly weight: number }> {
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

  /** Begins the next ones of one asker, one at least; until `end` nothing else of theirs is begun. */
  next(most: number, mostWeight: number): readonly Item[] {
    for (const [asker, queue] of this.#waiting) {
      if (this.#served.has(asker)) continue
      const items = queue.splice(0, fitting(queue, most, mostWeight))
      this.#waiting.delete(asker)
      // To the end of the line.
      if (queue.length > 0) this.#waiting.set(asker, queue)
      this.#served.add(asker)
      return items
    }
    return []
  }

  /** What was not come to goes before what waits. */
  putBack(asker: string, items: readonly Item[]): void {
    if (items.length > 0) this.#waiting.set(asker, [...items, ...(this.#waiting.get(asker) ?? [])])
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

function fitting(queue: readonly { readonly weight: number }[], most: number, mostWeight: number): number {
  let left = mostWeight
  let count = 0
  for (const { weight } of queue) {
    if (count > 0 && (count === most || weight > left)) break
    left -= weight
    count++
  }
  return count
}
