/** Of a key's hexadecimal digits so many are kept: of five million keys two are taken for one in one of 700 files. */
const digits = 13
/** With room between them, so that each is found at a glance: 64 MB at the most. */
const most = 5_000_000
const largest = 8_388_608
const none = -1

/** Which keys there were in a file, in eight bytes for each: as texts ten million of them would not fit in memory. */
export class KeySet {
  #slots = new Float64Array(1_024).fill(none)
  #size = 0
  #isComplete = true
  readonly #most: number

  constructor(atMost = most) {
    this.#most = atMost
  }

  /** False for a key that was there before, as far as all were taken in. */
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

  /** Whether there was a key, which is forgotten then. */
  take(key: string): boolean {
    const number = Number.parseInt(key.slice(0, digits), 16)
    const slot = slotOf(this.#slots, number)
    if (this.#slots[slot] !== number) return false
    // Its place stays taken, so that those behind it are found.
    this.#slots[slot] = taken
    return true
  }

  /** Whether all keys were taken in: of those beyond the most nobody knows whether they came twice. */
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
