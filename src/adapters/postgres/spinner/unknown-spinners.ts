import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'

const unknownSpinnersOf: Statement = {
  name: 'unknown_spinners',
  text: `
    select q.id from unnest($2::uuid[]) q (id)
     where not exists (select from stored_spinners s where s.id = q.id and s.organization_id = $1)`,
}

/** Returns which of the given ids belong to no spinner of an organization, not even to one in the bin. */
export async function unknownSpinners(
  executor: Executor,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await executor.read<{ readonly id: string }>(unknownSpinnersOf, [organizationId, ids])
  return rows.map(({ id }) => id)
}
