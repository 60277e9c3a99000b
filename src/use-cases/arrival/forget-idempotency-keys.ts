import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/**
 * The retention time of idempotency keys in milliseconds. The API promises one day; the second day protects
 * clients that retry near its end.
 */
const storedForMs = 48 * 60 * 60 * 1000
const chunk = 1_000

export class ForgetIdempotencyKeys {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /**
   * Deletes old idempotency keys and returns their number. Each transaction is small, so that requests do not
   * wait for it.
   */
  async execute(): Promise<number> {
    const now = this.#clock.now()
    const before = new Date(now.getTime() - storedForMs)
    let forgotten = 0
    for (;;) {
      const count = await this.#unitOfWork.run((tx) => tx.arrivals.forgetIdempotencyKeys(before, chunk, now))
      forgotten += count
      if (count < chunk) return forgotten
    }
  }
}
