import type { BinEntry } from '../../domain/bin/bin-entry.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

/** The maximum number of records that one transaction deletes. */
const chunk = 5_000

/**
 * Deletes things in the bin permanently when their time is over. The bin of a test organization follows
 * its test clock. Each transaction is small enough not to delay requests. The records of a data table are deleted
 * later, in parts.
 */
export class ClearBin {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  /**
   * Returns the number of entries that were removed from the bin. Leaves an entry that fails in the bin and throws its
   * error after the other entries were removed. The next run tries the entry again.
   */
  async execute(signal: AbortSignal): Promise<number> {
    let removed = 0
    const failed = new Map<string, unknown>()
    while (!signal.aborted) {
      const outcome = await this.#clearNext(failed)
      if (outcome === 'nothing') break
      if (outcome === 'removed') removed++
    }
    const [first] = failed.values()
    if (failed.size > 0) throw first
    return removed
  }

  /**
   * Clears the next entry, or a part of it. If this fails, adds the entry's id and the error to `failed`, so that one
   * entry does not keep the things of all organizations in the bin. Throws if not even the entry can be read.
   */
  async #clearNext(failed: Map<string, unknown>): Promise<Outcome> {
    const entries: BinEntry[] = []
    try {
      return await this.#unitOfWork.run(async (tx) => {
        const entry = await tx.bin.nextOver([...failed.keys()])
        if (entry === null) return 'nothing'
        entries.push(entry)
        return await clear(tx, entry)
      })
    } catch (error) {
      const entry = entries.at(-1)
      if (entry === undefined) throw error
      failed.set(entry.id, error)
      return 'failed'
    }
  }
}

type Outcome = 'nothing' | 'part' | 'removed' | 'failed'

/**
 * Clears an entry, or a part of it. A spinner in the bin is deleted before its data table, in transactions of its own,
 * because its triggers may have named millions of records.
 */
async function clear(tx: Transaction, entry: BinEntry): Promise<Outcome> {
  if (entry.kind === 'records' && (await tx.bin.clearRecords(entry, chunk)) === chunk) return 'part'
  if (entry.kind === 'dataTable') {
    const others = (await tx.bin.allOf(entry.dataTableId)).filter(({ id }) => id !== entry.id)
    const spinner = others.find(({ spinnerId }) => spinnerId !== null)
    if (spinner !== undefined) {
      await clear(tx, spinner)
      return 'part'
    }
    await removeTable(tx, entry, others)
  }
  if (entry.spinnerId !== null) {
    if ((await tx.bin.clearExplicitRecords(entry, chunk)) === chunk) return 'part'
    await tx.spinners.remove(entry.spinnerId)
  }
  await tx.bin.remove(entry.id)
  await tx.bin.forgetProject(entry.projectId)
  return 'removed'
}

/**
 * Removes a data table permanently. Deleted records of the table cannot be restored without it, so the time of their
 * entries ends too.
 */
async function removeTable(
  tx: Transaction,
  { dataTableId, deletesAt }: BinEntry,
  ofRecords: readonly BinEntry[],
): Promise<void> {
  for (const entry of ofRecords) await tx.bin.save({ ...entry, deletesAt })
  await tx.dataTables.remove(dataTableId)
}
