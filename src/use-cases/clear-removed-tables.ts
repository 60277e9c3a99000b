import type { UnitOfWork } from '../ports/unit-of-work.ts'

const chunk = 5_000

/** Clears away the records of deleted data tables, in transactions that nobody has to wait for. */
export class ClearRemovedTables {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute(signal: AbortSignal): Promise<number> {
    let cleared = 0
    while (!signal.aborted) {
      const count = await this.#unitOfWork.run((tx) => tx.records.clear(chunk))
      cleared += count
      if (count < chunk) break
    }
    return cleared
  }
}
