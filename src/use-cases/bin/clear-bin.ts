import type { BinEntry } from '../../domain/bin/bin-entry.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

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

  /** Returns the number of entries that were removed from the bin. */
  async execute(signal: AbortSignal): Promise<number> {
    let removed = 0
    while (!signal.aborted) {
      const outcome = await this.#unitOfWork.run(clearNext)
      if (outcome === 'nothing') break
      if (outcome === 'removed') removed++
    }
    return removed
  }
}

async function clearNext(tx: Transaction): Promise<'nothing' | 'part' | 'removed'> {
  const entry = await tx.bin.nextOver()
  if (entry === null) return 'nothing'
  if (entry.kind === 'records' && (await tx.bin.clearRecords(entry, chunk)) === chunk) return 'part'
  if (entry.kind === 'dataTable') await removeTable(tx, entry)
  if (entry.spinnerId !== null) await tx.spinners.remove(entry.spinnerId)
  await tx.bin.remove(entry.id)
  await tx.projects.forget(entry.projectId)
  return 'removed'
}

/**
 * Removes a data table permanently, with the spinners in the bin that use it. Deleted records of the table cannot
 * be restored without it, so their time ends too.
 */
async function removeTable(tx: Transaction, { id, dataTableId, deleteAt }: BinEntry): Promise<void> {
  for (const other of await tx.bin.allOf(dataTableId)) {
    if (other.id === id) continue
    if (other.spinnerId === null) await tx.bin.save({ ...other, deleteAt })
    else {
      await tx.spinners.remove(other.spinnerId)
      await tx.bin.remove(other.id)
      await tx.projects.forget(other.projectId)
    }
  }
  await tx.dataTables.remove(dataTableId)
}
