import type { StagedRecords } from '../../../ports/arrival/imports.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

const chunk = 5_000

/**
 * Deletes the records of deleted data tables, and of imports whose process died. Each transaction is small
 * enough not to delay requests.
 */
export class ClearLeftRecords {
  readonly #unitOfWork: UnitOfWork
  readonly #staged: StagedRecords

  constructor(unitOfWork: UnitOfWork, staged: StagedRecords) {
    this.#unitOfWork = unitOfWork
    this.#staged = staged
  }

  async execute(signal: AbortSignal): Promise<number> {
    let cleared = await this.#staged.discardAbandoned(signal)
    while (!signal.aborted) {
      const count = await this.#unitOfWork.run((tx) => tx.records.clear(chunk))
      cleared += count
      if (count < chunk) break
    }
    return cleared
  }
}
