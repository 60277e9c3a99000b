import { DomainError } from '../../../../domain/errors.ts'

/**
 * `SlotLimit` limits how many slots, such as event streams, each person or other holder has at once. `take`
 * returns a function that frees the slot.
 */
export class SlotLimit {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  take(who: string): () => void {
    const taken = this.#taken.get(who) ?? 0
    if (taken >= this.#most) {
      const message = `You already watch ${taken} jobs at the same time, which is the limit; close one of these connections first`
      throw new DomainError('RATE_LIMITED', { message, retryAfter: 5 })
    }
    this.#taken.set(who, taken + 1)
    return () => {
      const left = (this.#taken.get(who) ?? 1) - 1
      if (left > 0) this.#taken.set(who, left)
      else this.#taken.delete(who)
    }
  }
}
