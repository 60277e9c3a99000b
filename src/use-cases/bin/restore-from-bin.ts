import type { Actor } from '../../domain/account/audit/actor.ts'
import { type BinEntry, entryNotFound } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRoomForOne } from '../../domain/plan/plan-cap.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { RecordConflict } from '../../ports/table/records.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

/** The maximum number of records that one request restores. */
export const mostRestoredAtOnce = 500

export interface RestoreFromBinCommand {
  readonly organizationId: string
  /** The projects to which the caller is limited; null for all. */
  readonly projectIds: readonly string[] | null
  readonly entryId: string
  /** The records of the entry to restore; null for all of them. */
  readonly recordIds: readonly string[] | null
  /** The last record that an earlier request has handled; null to begin with the first one. */
  readonly after: string | null
  readonly by: Actor
}

export interface Restored {
  readonly entry: BinEntry
  readonly restored: number
  readonly conflicts: readonly RecordConflict[]
  readonly next: string | null
}

/**
 * Restores a data table, a spinner or records from the bin. Restored things count on no meter and start
 * nothing: a spinner is not published, and jobs over new records do not take restored ones.
 */
export class RestoreFromBin {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  execute(command: RestoreFromBinCommand): Promise<Restored> {
    const { organizationId, entryId, projectIds } = command
    return this.#unitOfWork.run(async (tx) => {
      const entry = await tx.bin.lock(organizationId, entryId)
      if (entry === null || projectIds?.includes(entry.projectId) === false)
        throw new DomainError('NOT_FOUND', { message: entryNotFound })
      if (entry.kind === 'records') return restoreRecords(tx, entry, command)
      await restoreThing(tx, entry)
      const { kind, name } = entry
      const subject = { kind, id: entry.spinnerId ?? entry.dataTableId, name } as const
      await tx.audit.add({ action: `${kind}.restored`, organizationId, by: command.by, subject })
      return { entry, restored: 1, conflicts: [], next: null }
    })
  }
}

async function restoreThing(tx: Transaction, entry: BinEntry): Promise<void> {
  const { organizationId, kind } = entry
  // Counts tables and spinners under the lock of the organization, as their creation does.
  await tx.organizations.lock(organizationId)
  const plan = await tx.plans.of(organizationId)
  if (kind === 'dataTable') assertRoomForOne(plan, 'dataTables', await tx.dataTables.countOf(organizationId))
  else {
    await tableOf(tx, entry)
    assertRoomForOne(plan, 'spinners', await tx.spinners.countOf(organizationId))
  }
  await tx.bin.restore(entry)
}

async function restoreRecords(
  tx: Transaction,
  entry: BinEntry,
  { recordIds, after, by }: RestoreFromBinCommand,
): Promise<Restored> {
  const { organizationId, id: binEntryId } = entry
  const table = await tx.dataTables.find(organizationId, entry.dataTableId)
  if (table === null) throw tableInBin(entry)
  const order = { dataTableId: table.id, binEntryId, recordIds, after, most: mostRestoredAtOnce }
  const { restored, conflicts, next } = await tx.records.restore(order)
  if (restored === 0) return { entry, restored, conflicts, next }
  // The row of the table is locked since the records were counted, so no key rebuild can begin before the commit.
  if (await tx.keyRebuilds.isRunning(table.id))
    throw new DomainError('CONFLICT', {
      message: 'The match columns of the table are being changed; restore the records afterwards',
    })
  const records = entry.records - restored
  if (records > 0) await tx.bin.save({ ...entry, records })
  else await tx.bin.remove(entry.id)
  const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
  const facts = { dataTableId: table.id, records: restored }
  await tx.audit.add({ action: 'records.restored', organizationId, by, subject, after: facts })
  return { entry: { ...entry, records }, restored, conflicts, next }
}

/** Locks the data table of a spinner, so that it is not deleted before the commit. */
async function tableOf(tx: Transaction, entry: BinEntry): Promise<DataTable> {
  const table = await tx.dataTables.lock(entry.organizationId, entry.dataTableId)
  if (table === null) throw tableInBin(entry)
  return table
}

function tableInBin({ kind }: BinEntry): DomainError {
  return new DomainError('CONFLICT', {
    message: `The data table of the ${kind} is in the bin too; restore the table first`,
  })
}
