import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { Bin, type Restored } from '../../../../src/use-cases/bin/bin.ts'
import { Records } from '../../../../src/use-cases/table/records/records.ts'

import type { Tenant } from '../../tenant.ts'
import type { World } from '../../world.ts'

/** Deletes records of a test's data table. Returns a function that restores them from the bin. */
export async function deleteRecords(
  { container }: Pick<World, 'container'>,
  { organizationId, dataTableId }: Tenant,
  recordIds: readonly string[],
): Promise<() => Promise<Restored>> {
  const { deletionId } = await container
    .get(Records)
    .deleteSeveral({ organizationId, by: operator }, { dataTableId, recordIds, deletionId: null })
  const all = { projectIds: null, recordIds: null, after: null, by: operator }
  return () => container.get(Bin).restore({ organizationId, ...all }, { entryId: deletionId ?? '', ...all })
}
