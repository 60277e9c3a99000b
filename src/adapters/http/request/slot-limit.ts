import { DomainError } from '../../../domain/errors.ts'

/**
 * `SlotLimit` limits how many slots, such as event streams, each person or other holder has at once. `take`
 * returns a function that frees the slot.
 */
export class SlotLimit {
  readonly #most: number
  readonly #refusal: (taken: number) => string
  readonly #taken = new Map<string, number>()

  /** `refusal` returns the text of the error for a holder that has all of its slots. */
  constructor(most: number, refusal: (taken: number) => string) {
    this.#most = most
    this.#refusal = refusal
  }

  take(who: string): () => void {
    const taken = this.#taken.get(who) ?? 0
    if (taken >= this.#most)
      throw new DomainError('RATE_LIMITED', { message: this.#refusal(taken), retryAfter: 5 })
    this.#taken.set(who, taken + 1)
    return () => {
      const left = (this.#taken.get(who) ?? 1) - 1
      if (left > 0) this.#taken.set(who, left)
      else this.#taken.delete(who)
    }
  }
}
