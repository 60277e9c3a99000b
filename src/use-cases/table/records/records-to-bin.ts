import type { Actor } from '../../../domain/account/audit/actor.ts'
import { type BinEntry, earlierDeletion, mayBeContinued, newBinEntry } from '../../../domain/bin/bin-entry.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

export interface RecordsToBin {
  readonly table: DataTable
  readonly recordIds: readonly string[]
  /**
   * The id of the bin entry to which the records are added. Null for the entry that the same person or API key has
   * begun within the last minute, or else a new one.
   */
  readonly deletionId: string | null
  /** The id of a new entry. */
  readonly newId: string
  readonly by: Actor
  readonly now: Date
}

/** The number of records that were deleted, and the bin entry with them; null if none was deleted. */
export interface Deletion {
  readonly deleted: number
  readonly deletionId: string | null
}

/**
 * Moves records of a table into the bin. An earlier deletion of the same table can be continued, so that the
 * deletion of many records in several requests is one entry. Deletions without the id of an earlier one join the
 * last minute's entry of their actor, so that a program that deletes records one by one does not fill the bin.
 */
export async function moveRecordsToBin(tx: Transaction, order: RecordsToBin): Promise<Deletion> {
  const added = newEntry(order)
  const earlier = await earlierEntry(tx, order)
  const entry = earlier === null ? added : { ...earlier, deletesAt: added.deletesAt }
  const deleted = await tx.bin.addRecords(entry, order.recordIds)
  return { deleted, deletionId: deleted === 0 ? order.deletionId : entry.id }
}

/** Locks and returns the entry to which the records are added; null if they need a new one. */
async function earlierEntry(
  tx: Transaction,
  { table: { organizationId, id: dataTableId }, deletionId, by, now }: RecordsToBin,
): Promise<BinEntry | null> {
  if (deletionId === null) {
    const earlier = earlierDeletion({ organizationId, dataTableId }, by, now)
    return earlier === null ? null : tx.bin.lockLatest(earlier)
  }
  const entry = await tx.bin.lock(organizationId, deletionId)
  if (entry?.kind !== 'records' || entry.dataTableId !== dataTableId)
    throw new DomainError('NOT_FOUND', { message: 'Deletion not found' })
  if (!mayBeContinued(entry, now)) {
    const message = 'The deletion began more than a day ago; omit `deletionId` to begin a new one'
    throw new DomainError('CONFLICT', { message })
  }
  return entry
}

function newEntry({ table, newId: id, by, now }: RecordsToBin): BinEntry {
  const { organizationId, projectId, id: dataTableId, name } = table
  const things = { kind: 'records', dataTableId, spinnerId: null, name, records: 0 } as const
  return newBinEntry({ ...things, id, organizationId, projectId }, by, now)
}
