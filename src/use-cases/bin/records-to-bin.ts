import type { Actor } from '../../domain/account/audit/actor.ts'
import { newBinEntry } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

export interface RecordsToBin {
  readonly table: DataTable
  readonly recordIds: readonly string[]
  /** The id of the bin entry to which the records are added; null for a new entry. */
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
 * deletion of many records in several requests is one entry.
 */
export async function moveRecordsToBin(
  tx: Transaction,
  { table, recordIds, deletionId, newId, by, now }: RecordsToBin,
): Promise<Deletion> {
  const { organizationId, id: dataTableId } = table
  const earlier = deletionId === null ? null : await tx.bin.lock(organizationId, deletionId)
  if (deletionId !== null && (earlier?.kind !== 'records' || earlier.dataTableId !== dataTableId))
    throw new DomainError('NOT_FOUND', { message: 'Deletion not found' })
  const id = earlier?.id ?? newId
  const deleted = await tx.records.remove(dataTableId, recordIds, id)
  if (deleted === 0) return { deleted, deletionId: earlier?.id ?? null }
  if (earlier !== null) await tx.bin.save({ ...earlier, records: earlier.records + deleted })
  else {
    const things = { kind: 'records', dataTableId, spinnerId: null, name: table.name } as const
    const { projectId } = table
    await tx.bin.add(newBinEntry({ ...things, id, organizationId, projectId, records: deleted }, by, now))
  }
  return { deleted, deletionId: id }
}
