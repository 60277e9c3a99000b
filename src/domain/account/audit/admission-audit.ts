import type { AuditEntry } from './audit-entry.ts'

/** The numbers of records that an admission has added to the table so far, and that are still held. */
export interface AdmissionCounts {
  readonly admitted: number
  readonly held: number
}

/**
 * `AdmissionAudit` makes the audit entries of one admission of held arrivals. The first commit that settles records
 * writes an entry, so no change is without one. Later commits write none, because an admission may have thousands of
 * them. A second entry at the end has the final numbers.
 */
export class AdmissionAudit {
  readonly #settled: AdmissionCounts
  readonly #entryOf: (counts: AdmissionCounts) => AuditEntry
  #written: AdmissionCounts | null = null

  /** `settled` has the numbers of the arrivals that were processed so far; the caller updates them. */
  constructor(settled: AdmissionCounts, entryOf: (counts: AdmissionCounts) => AuditEntry) {
    this.#settled = settled
    this.#entryOf = entryOf
  }

  /**
   * Writes the entry with the next commit of an arrival, unless an earlier commit has written one. `commit` gets the
   * entry, or null, and returns whether it has committed. `counts` are the numbers of the arrival.
   */
  async with<Result>(
    counts: AdmissionCounts,
    commit: (entry: AuditEntry | null) => Promise<Result>,
    hasCommitted: (result: Result) => boolean,
  ): Promise<Result> {
    if (this.#written !== null) return commit(null)
    const { admitted, held } = this.#settled
    const total = { admitted: admitted + counts.admitted, held: held + counts.held }
    const result = await commit(this.#entryOf(total))
    if (hasCommitted(result)) this.#written = total
    return result
  }

  /** Returns the numbers of the admission if the written entry does not have them; otherwise null. */
  get unwritten(): AdmissionCounts | null {
    if (this.#written === null) return null
    const { admitted, held } = this.#settled
    // The entry may count a part of an arrival whose later part has failed, and which `settled` does not count.
    const isMore = admitted >= this.#written.admitted
    return isMore && (admitted !== this.#written.admitted || held !== this.#written.held)
      ? { admitted, held }
      : null
  }
}
