import type { Suppression } from '../../../domain/person/suppression.ts'
import type { Statement } from '../database.ts'
import { entity } from '../rows.ts'

export const storedSuppressions = entity(
  'suppressions',
  'id',
  'organizationId',
  'email',
  'reason',
  'createdAt',
)

const add: Statement = {
  name: 'add_suppression',
  text: `
    with added as (
      insert into suppressions (id, organization_id, email, reason, created_at) values ($1, $2, $3, $4, $5)
      on conflict (organization_id, email) do nothing returning *
    ), noted as (
      insert into suppression_events (organization_id, email, at, kind)
      select $2, $3, $5, $4
       where $4 is distinct from coalesce(
         (select e.kind from suppression_events e
           where e.organization_id = $2 and e.email = $3 order by e.at desc, e.kind desc limit 1),
         (select s.reason from suppressions s where s.organization_id = $2 and s.email = $3))
      on conflict do nothing
    )
    select ${storedSuppressions.selected()} from added
    union all
    select ${storedSuppressions.selected()} from suppressions where organization_id = $2 and email = $3 limit 1`,
}

/**
 * The maximum number of attempts to suppress an address. Each attempt after the first means that another
 * caller has just added or removed the same suppression.
 */
const mostTries = 5

/**
 * Suppresses an address, with or without an open transaction, and returns the stored suppression. An address
 * that is suppressed already keeps its first reason. The new reason is noted as an event, unless the latest
 * event has the same.
 */
export async function addSuppression(
  run: (statement: Statement, values: readonly unknown[]) => Promise<Suppression[]>,
  { id, organizationId, email, reason, createdAt }: Suppression,
): Promise<Suppression> {
  const values = [id, organizationId, email, reason, createdAt]
  for (let tries = 1; ; tries++) {
    const [entry] = await run(add, values)
    if (entry !== undefined) return entry
    // The statement returns no row if another caller has just suppressed the same address, or has just ended
    // its suppression; the loop tries again.
    if (tries === mostTries) throw new Error('An address that is suppressed has an entry')
  }
}
