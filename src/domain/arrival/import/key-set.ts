/**
 * The number of hexadecimal digits of a record key that are stored. In a file with five million keys, the
 * chance that two different keys are confused is about 1 in 360.
 */
const digits = 13
/**
 * The number of record keys that the set can hold. The slots are at most 60 % full, which keeps searches
 * short, and take at most 64 MB.
 */
const most = 5_000_000
const largest = 8_388_608
const none = -1

/**
 * A set of the record keys in an imported file, with eight bytes for each key. Ten million keys as texts
 * would not fit into memory.
 */
export class KeySet {
  #slots = new Float64Array(1_024).fill(none)
  #size = 0
  #isComplete = true
  readonly #most: number

  constructor(atMost = most) {
    this.#most = atMost
  }

  /**
   * Adds a record key to the set. Returns false if it was added before; when the set is full, returns true
   * for every new key.
   */
  add(key: string): boolean {
    const number = Number.parseInt(key.slice(0, digits), 16)
    const slot = slotOf(this.#slots, number)
    if (this.#slots[slot] === number) return false
    if (this.#size >= this.#most) {
      this.#isComplete = false
      return true
    }
    this.#slots[slot] = number
    this.#size++
    if (this.#size * 3 > this.#slots.length * 2 && this.#slots.length < largest) this.#grow()
    return true
  }

  /** Removes a record key from the set. Returns whether the key was in the set. */
  take(key: string): boolean {
    const number = Number.parseInt(key.slice(0, digits), 16)
    const slot = slotOf(this.#slots, number)
    if (this.#slots[slot] !== number) return false
    // Marks the slot of a removed record key as occupied instead of empty. Searches for other keys in the hash
    // set stop at an empty slot.
    this.#slots[slot] = taken
    return true
  }

  /** Whether all record keys of the file were added. Duplicates among keys beyond the limit are not found. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2).fill(none)
    for (const number of this.#slots) if (number !== none) larger[slotOf(larger, number)] = number
    this.#slots = larger
  }
}

const taken = -2

function slotOf(slots: Float64Array, number: number): number {
  const mask = slots.length - 1
  let slot = (number ^ Math.floor(number / 0x1_0000_0000)) & mask
  while (slots[slot] !== none && slots[slot] !== number) slot = (slot + 1) & mask
  return slot
}
