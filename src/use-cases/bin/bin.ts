import type { Requester } from '../../domain/account/requester.ts'
import { type BinEntry, entryNotFound } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertSpaceForOne } from '../../domain/plan/plan-cap.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { RecordConflict } from '../../ports/bin/bin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

/** The maximum number of records that one request restores. */
export const maxRestoredAtOnce = 500

interface RestoreOrder {
  /** The projects to which the caller is limited; null for all. */
  readonly projectIds: readonly string[] | null
  readonly entryId: string
  /** The records of the entry to restore; null for all of them. */
  readonly recordIds: readonly string[] | null
  /** The last record that an earlier request has handled; null to begin with the first one. */
  readonly after: string | null
}

export interface Restored {
  readonly entry: BinEntry
  readonly restored: number
  readonly conflicts: readonly RecordConflict[]
  readonly next: string | null
}

/** Restores things from the bin and deletes them permanently. */
export class Bin {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /**
   * Restores a data table, a spinner or records from the bin. Restored things count on no meter and start
   * nothing: a spinner is not published, and jobs over new records do not take restored ones.
   */
  restore(requester: Requester, order: RestoreOrder): Promise<Restored> {
    const { organizationId, by } = requester
    const { entryId, projectIds } = order
    return this.#unitOfWork.run(async (tx) => {
      const entry = await lockedEntry(tx, organizationId, entryId)
      if (projectIds?.includes(entry.projectId) === false) throw entryMissing()
      if (entry.kind === 'records') return restoreRecords(tx, entry, { ...order, by })
      await restoreThing(tx, entry)
      const { kind, name } = entry
      const subject = { kind, id: entry.spinnerId ?? entry.dataTableId, name } as const
      await tx.audit.add({ action: `${kind}.restored`, organizationId, by, subject })
      return { entry, restored: 1, conflicts: [], next: null }
    })
  }

  /**
   * Deletes an entry of the bin permanently. The entry cannot be restored from now on, and the runtime deletes its data
   * in parts within a few minutes.
   */
  async deletePermanently({ organizationId, by }: Requester, entryId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const entry = await lockedEntry(tx, organizationId, entryId)
      await tx.bin.save({ ...entry, deletesAt: this.#clock.now() })
      const { kind, name, dataTableId, spinnerId, records } = entry
      const subject = {
        kind: kind === 'records' ? 'dataTable' : kind,
        id: spinnerId ?? dataTableId,
        name,
      } as const
      const before = { dataTableId, ...(kind === 'records' ? { records } : {}) }
      await tx.audit.add({ action: 'bin.deletedPermanently', organizationId, by, subject, before })
    })
  }
}

async function lockedEntry(tx: Transaction, organizationId: string, entryId: string): Promise<BinEntry> {
  const entry = await tx.bin.lock(organizationId, entryId)
  if (entry === null) throw entryMissing()
  return entry
}

function entryMissing(): DomainError {
  return new DomainError('NOT_FOUND', { message: entryNotFound })
}

async function restoreThing(tx: Transaction, entry: BinEntry): Promise<void> {
  const { organizationId, kind } = entry
  // Counts tables and spinners under the lock of the organization, as their creation does.
  await tx.organizations.lock(organizationId)
  const plan = await tx.plans.of(organizationId)
  if (kind === 'dataTable') assertSpaceForOne(plan, 'dataTables', await tx.dataTables.countOf(organizationId))
  else {
    // Locks the data table of the spinner, so that it is not deleted before the commit.
    if ((await tx.dataTables.lock(organizationId, entry.dataTableId)) === null) throw tableInBin(entry)
    assertSpaceForOne(plan, 'spinners', await tx.spinners.countOf(organizationId))
  }
  await tx.bin.restore(entry)
}

async function restoreRecords(
  tx: Transaction,
  entry: BinEntry,
  { recordIds, after, by }: RestoreOrder & Pick<Requester, 'by'>,
): Promise<Restored> {
  const { organizationId, id: binEntryId } = entry
  const table = await tx.dataTables.find(organizationId, entry.dataTableId)
  if (table === null) throw tableInBin(entry)
  const order = { dataTableId: table.id, binEntryId, recordIds, after, most: maxRestoredAtOnce }
  const { restored, conflicts, next } = await tx.bin.restoreRecords(order)
  if (restored === 0) return { entry, restored, conflicts, next }
  // The row of the table is locked since the records were counted, so no key rebuild can begin before the commit.
  if (await tx.dataTables.isRebuildingKeys(table.id))
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

function tableInBin({ kind }: BinEntry): DomainError {
  return new DomainError('CONFLICT', {
    message:
      kind === 'spinner'
        ? sentence('The data table of the spinner is in the bin too; restore the table first')
        : sentence('The data table of the records is in the bin too; restore the table first'),
  })
}
