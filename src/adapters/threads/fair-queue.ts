/**
 * `FairQueue` is a queue of items by asker, such as an organization or a client address. Askers take turns with a few items each,
 * so that an asker with many items leaves room for the others.
 */
export class FairQueue<Item extends { readonly weight: number }> {
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

  /** Whether any asker with waiting items is not being served, so that `next` would return items. */
  get isAnyDue(): boolean {
    return [...this.#waiting.keys()].some((asker) => !this.#served.has(asker))
  }

  /**
   * Removes and returns the next items of one asker, at least one. The asker's further items are returned
   * only after `end` was called for it.
   */
  next(most: number, maxWeight: number): readonly Item[] {
    for (const [asker, queue] of this.#waiting) {
      if (this.#served.has(asker)) continue
      const items = queue.splice(0, fitting(queue, most, maxWeight))
      this.#waiting.delete(asker)
      // Moves an asker with waiting items to the end of the queue, because others are served first.
      if (queue.length > 0) this.#waiting.set(asker, queue)
      this.#served.add(asker)
      return items
    }
    return []
  }

  /**
   * Puts items that `next` returned, but that were not processed, back in front of the asker's waiting items.
   */
  putBack(asker: string, items: readonly Item[]): void {
    if (items.length > 0) this.#waiting.set(asker, [...items, ...(this.#waiting.get(asker) ?? [])])
  }

  end(asker: string): void {
    this.#served.delete(asker)
  }

  /** Removes and returns all waiting items of all askers. */
  leave(): readonly Item[] {
    const remaining = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return remaining
  }
}

function fitting(queue: readonly { readonly weight: number }[], most: number, maxWeight: number): number {
  let remaining = maxWeight
  let count = 0
  for (const { weight } of queue) {
    if (count > 0 && (count === most || weight > remaining)) break
    remaining -= weight
    count++
  }
  return count
}
