import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { type Restored, RestoreFromBin } from '../../../../src/use-cases/bin/restore-from-bin.ts'
import { DeleteRecords } from '../../../../src/use-cases/table/records/delete-records.ts'
import type { Tenant } from '../../tenant.ts'
import type { World } from '../../world.ts'

/** Deletes records of a test's data table. Returns a function that restores them from the bin. */
export async function deleteRecords(
  { container }: Pick<World, 'container'>,
  { organizationId, dataTableId }: Tenant,
  recordIds: readonly string[],
): Promise<() => Promise<Restored>> {
  const { deletionId } = await container
    .get(DeleteRecords)
    .execute({ organizationId, dataTableId, recordIds, deletionId: null, by: operator })
  const all = { projectIds: null, recordIds: null, after: null, by: operator }
  return () => container.get(RestoreFromBin).execute({ organizationId, entryId: deletionId ?? '', ...all })
}
