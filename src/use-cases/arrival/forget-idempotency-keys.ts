import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/** Promised for a day; kept for two, so that a client that retries around the hour is never surprised. */
const keptForMs = 48 * 60 * 60 * 1000
const chunk = 1_000

export class ForgetIdempotencyKeys {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /** In small transactions, so that requests do not wait behind a large one. */
  async execute(): Promise<number> {
    const before = new Date(this.#clock.now().getTime() - keptForMs)
    let forgotten = 0
    for (;;) {
      const count = await this.#unitOfWork.run((tx) => tx.idempotencyKeys.forget(before, chunk))
      forgotten += count
      if (count < chunk) return forgotten
    }
  }
}
