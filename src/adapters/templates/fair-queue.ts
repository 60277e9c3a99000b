/**
 * `Turns` is a queue of items by asker. Askers take turns and have a few items in progress at a time, so that
 * one with many items leaves room for the others.
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

  /** Whether `next` would begin any items. */
  get isAnyDue(): boolean {
    return [...this.#waiting.keys()].some((asker) => !this.#served.has(asker))
  }

  /**
   * Begins the next items of one asker, at least one. No further items of this asker are begun before `end`.
   */
  next(most: number, mostWeight: number): readonly Item[] {
    for (const [asker, queue] of this.#waiting) {
      if (this.#served.has(asker)) continue
      const items = queue.splice(0, fitting(queue, most, mostWeight))
      this.#waiting.delete(asker)
      // The asker moves to the end of the queue.
      if (queue.length > 0) this.#waiting.set(asker, queue)
      this.#served.add(asker)
      return items
    }
    return []
  }

  /** Puts items that were not begun back in front of the asker's waiting items. */
  putBack(asker: string, items: readonly Item[]): void {
    if (items.length > 0) this.#waiting.set(asker, [...items, ...(this.#waiting.get(asker) ?? [])])
  }

  end(asker: string): void {
    this.#served.delete(asker)
  }

  /** Removes and returns all waiting items. */
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
