/**
 * A part of the key from which the simulator computes a random number. Equal parts always give equal numbers.
 */
export type Key = string | number

/**
 * Returns a number from 0 to 2^32 - 1 that depends only on its key. Simulated mail servers, receivers and
 * people decide by such numbers, so removing an operation from a run changes none of their other decisions.
 */
export function hashOf(...key: readonly Key[]): number {
  let hash = 0x811c9dc5
  for (const char of key.join('\u0001')) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns a number of the simulator in [0, 1) that depends only on its key. */
export function shareOf(...key: readonly Key[]): number {
  return hashOf(...key) / 2 ** 32
}

/**
 * `Random` draws the simulator's random numbers one after the other from a key. Equal keys always give equal
 * numbers.
 */
export class Random {
  readonly #key: string
  #drawn = 0

  constructor(...key: readonly Key[]) {
    this.#key = key.join('\u0001')
  }

  /** Returns the next random number of the simulator's sequence, in [0, 1). */
  share(): number {
    return shareOf(this.#key, this.#drawn++)
  }

  /** Returns the simulator's next random whole number, from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.share() * count)
  }

  /** Returns the simulator's next random whole number, from `least` to `most` (both inclusive). */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(share: number): boolean {
    return this.share() < share
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }

  /**
   * Returns a random item of a list for the simulator. An item of weight 2 is drawn twice as often as an item
   * of weight 1.
   */
  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    let left = this.share() * items.reduce((sum, { weight }) => sum + weight, 0)
    for (const item of items) {
      left -= item.weight
      if (left < 0) return item
    }
    return this.pick(items)
  }
}
