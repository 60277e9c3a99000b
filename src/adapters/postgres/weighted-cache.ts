/**
 * `WeightedCache` caches values from the database up to a total weight, such as a number of characters. The
 * oldest values are removed first.
 */
export class WeightedCache<Value> {
  readonly #most: number
  readonly #known = new Map<string, { readonly value: Value; readonly weight: number }>()
  #weight = 0

  constructor(most: number) {
    this.#most = most
  }

  get(name: string): Value | null {
    return this.#known.get(name)?.value ?? null
  }

  set(name: string, value: Value, weight = 1): void {
    this.delete(name)
    if (weight > this.#most) return
    this.#known.set(name, { value, weight })
    this.#weight += weight
    for (const oldest of this.#known.keys()) {
      if (this.#weight <= this.#most) return
      this.delete(oldest)
    }
  }

  delete(name: string): void {
    this.#weight -= this.#known.get(name)?.weight ?? 0
    this.#known.delete(name)
  }
}
